// Networks: parameters, layers, losses, optimisers and data sets.
#pragma once
#include <tiga/autograd/contract.hpp>
#include <tiga/nn/bundle.hpp>
#include <tiga/nn/dataset.hpp>
#include <tiga/nn/dropout.hpp>
#include <tiga/nn/initialize.hpp>
#include <tiga/nn/linear.hpp>
#include <tiga/nn/loss.hpp>
#include <tiga/nn/module.hpp>
#include <tiga/nn/optimizer.hpp>
#include <tiga/nn/schedule.hpp>
#include <tiga/tensor/activation.hpp>
