"""The Python rivals, a function each: (threads, question, arguments...) -> (call, as_numpy). See serve.py."""

import os

import numpy as np

import imports
import networks

EDGE_GB = 2.1  # gather-and-scatter rivals leave out cases whose E x F temporary is larger


class NotHere(Exception):
    pass


def load(name, count=-1):
    kind = {"f32": np.float32, "i32": np.int32, "i64": np.int64}[name.rsplit(".", 1)[1]]
    values = np.fromfile(os.path.join(os.environ["BENCH_DATA"], name), kind, count)
    room = np.empty(values.nbytes + 64, np.uint8)  # begins on a cache line, like everyone's
    first = -room.ctypes.data % 64
    aligned = room[first : first + values.nbytes].view(kind)
    aligned[:] = values
    return aligned


def neighbour_sum(question, graph, width):
    """ptr, idx and the features (a vector for width 1) of `neighbour_sum rmatS F`."""
    if question != "neighbour_sum":
        raise NotHere(question)
    ptr, idx = load(f"{graph}.indptr.i64"), load(f"{graph}.src.i32")
    n, f = len(ptr) - 1, int(width)
    x = load("x.f32", n * f)
    return ptr, idx, x if f == 1 else x.reshape(n, f)


def pagerank(threads, kind, graph, iterations):
    """Iterations of PageRank by pulling, damping 0.85; the rank of vertices without outgoing edges is dropped."""
    ptr, idx = load(f"{graph}.indptr.i64"), load(f"{graph}.src.i32")
    n, iterations = len(ptr) - 1, int(iterations)
    degree = np.bincount(idx, minlength=n)
    inverse = np.where(degree > 0, 1.0 / np.maximum(degree, 1), 0).astype(np.float32)
    base, damping = np.float32(0.15 / n), np.float32(0.85)
    if kind == "scipy":
        import scipy.sparse as sp

        if threads != 1:
            raise NotHere("SciPy's product has one thread")
        a = sp.csr_matrix((np.ones(len(idx), np.float32), idx, ptr.astype(np.int32)), (n, n))
        start, step = lambda: np.full(n, 1 / n, np.float32), lambda r: base + damping * (a @ (r * inverse))
    elif kind == "torch":
        import torch

        torch.set_num_threads(threads)
        ones = torch.ones(len(idx))
        a = torch.sparse_csr_tensor(torch.from_numpy(ptr.astype(np.int32)), torch.from_numpy(idx), ones, (n, n), check_invariants=False)
        v = torch.from_numpy(inverse)
        start, step = lambda: torch.full((n,), 1 / n), lambda r: float(base) + 0.85 * torch.mv(a, r * v)
    else:
        import numba as nb

        nb.set_num_threads(threads)

        @nb.njit(parallel=True, fastmath=True)
        def pull(ptr, idx, given, r, inverse, base):
            for i in nb.prange(r.shape[0]):
                given[i] = r[i] * inverse[i]
            for i in nb.prange(r.shape[0]):
                s = np.float32(0)
                for e in range(ptr[i], ptr[i + 1]):
                    s += given[idx[e]]
                r[i] = base + np.float32(0.85) * s
            return r

        given = np.empty(n, np.float32)
        start, step = lambda: np.full(n, 1 / n, np.float32), lambda r: pull(ptr, idx, given, r, inverse, base)

    def call():
        r = start()
        for _ in range(iterations):
            r = step(r)
        return r

    return call, np.asarray


def scipy(threads, question, *arguments):
    import scipy.io
    import scipy.sparse as sp

    if question == "read_mtx":
        from scipy.io import _fast_matrix_market

        _fast_matrix_market.PARALLELISM = threads  # 0, its default, is every core
        return lambda: scipy.io.mmread(arguments[0]).tocsr(), lambda a: np.array([a.nnz])
    if question == "pagerank":
        return pagerank(threads, "scipy", *arguments)
    if question == "stencil_apply":
        a, x = _grid(int(arguments[0]))
        return lambda: a @ x, np.asarray
    if threads != 1:
        raise NotHere("SciPy's product has one thread")
    ptr, idx, x = neighbour_sum(question, *arguments)
    a = sp.csr_matrix((np.ones(len(idx), np.float32), idx, ptr.astype(np.int32)), (len(ptr) - 1,) * 2)
    return lambda: a @ x, np.asarray


def _grid(side):
    import scipy.sparse as sp

    line = sp.diags([np.ones(side - 1, np.float32)] * 2, [-1, 1], format="csr", dtype=np.float32)
    eye = sp.identity(side, np.float32, format="csr")
    a = (0.25 * (sp.kron(line, eye) + sp.kron(eye, line))).tocsr().astype(np.float32)
    return a, load("stencil.x.f32")


def numba(threads, *arguments):
    import numba as nb

    if arguments[0] == "pagerank":
        return pagerank(threads, "numba", *arguments[1:])
    ptr, idx, x = neighbour_sum(*arguments)
    nb.set_num_threads(threads)

    @nb.njit(parallel=True, fastmath=True)
    def narrow(ptr, idx, x, out):
        for i in nb.prange(out.shape[0]):
            s = np.float32(0)
            for e in range(ptr[i], ptr[i + 1]):
                s += x[idx[e]]
            out[i] = s
        return out

    @nb.njit(parallel=True, fastmath=True)
    def wide(ptr, idx, x, out):
        for i in nb.prange(out.shape[0]):
            out[i, :] = 0
            for e in range(ptr[i], ptr[i + 1]):
                row = x[idx[e]]
                for f in range(x.shape[1]):
                    out[i, f] += row[f]
        return out

    loop, out = narrow if x.ndim == 1 else wide, np.zeros_like(x)
    return lambda: loop(ptr, idx, x, out), np.asarray


def slice_input(kind, ratio, steps):
    """[W, R, S, V, U * P] of bench/slices.cpp."""
    r, s = int(ratio), int(steps)
    shape = (256 // r, r, s, r, 64) if s else (256 // r, r, 1, 1, 64)
    x = np.resize(np.arange(1021, dtype=np.float32), int(np.prod(shape)))
    return kind, x.reshape(shape)


def numpy(threads, question, *arguments):
    if question != "slices":
        raise NotHere(question)
    if threads != 1:
        raise NotHere("NumPy's sums have one thread")
    kind, x = slice_input(*arguments)
    w, r, s, v, lanes = x.shape
    sums = np.empty((w, s, v, lanes), np.float32)
    if kind == "dummy":
        return lambda: x.sum(1, out=sums), np.asarray
    out = np.empty((w, r, s, v, lanes) if kind == "broadcast" else (w, v, s, lanes), np.float32)

    def call():
        x.sum(1, out=sums)
        np.copyto(out, sums[:, None] if kind == "broadcast" else sums.transpose(0, 2, 1, 3))
        return out

    return call, np.asarray


def jax(threads, *arguments):
    if arguments[0] == "slices":
        return _jax_slices(threads, *slice_input(*arguments[1:]))
    if arguments[0] == "network":
        return networks.jax(threads, *arguments[1:])
    ptr, idx, x = neighbour_sum(*arguments)
    if len(idx) * x.size / (len(ptr) - 1) * 4e-9 > EDGE_GB:
        raise NotHere("its temporary of a row an edge is too large")
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])  # the only thread count that XLA listens to
    import jax

    n = len(ptr) - 1
    to = jax.device_put(np.repeat(np.arange(n, dtype=np.int32), np.diff(ptr)))
    x, idx = jax.device_put(x), jax.device_put(idx)
    f = jax.jit(lambda x, j, i: jax.ops.segment_sum(x[j], i, n, indices_are_sorted=True))
    return lambda: f(x, idx, to).block_until_ready(), np.asarray


def _jax_slices(threads, kind, x):
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    import jax
    import jax.numpy as jnp

    r = x.shape[1]
    place = {
        "dummy": lambda a: a,
        "broadcast": lambda a: jnp.broadcast_to(a[:, None], (a.shape[0], r, *a.shape[1:])),
        "promotion": lambda a: a.transpose(0, 2, 1, 3),
    }[kind]
    x = jax.device_put(x)
    f = jax.jit(lambda x: place(x.sum(1)))
    return lambda: f(x).block_until_ready(), np.asarray


def _torch(threads, arguments):
    ptr, idx, x = neighbour_sum(*arguments)
    import torch

    torch.set_num_threads(threads)
    n = len(ptr) - 1
    a = torch.sparse_csr_tensor(
        torch.from_numpy(ptr.astype(np.int32)), torch.from_numpy(idx), torch.ones(len(idx)), (n, n), check_invariants=False
    )
    return torch, a, torch.from_numpy(x)


def torch_sparse(threads, *arguments):
    """torch's CSR product, which is MKL's behind it."""
    if arguments[0] == "pagerank":
        return pagerank(threads, "torch", *arguments[1:])
    torch, a, x = _torch(threads, arguments)
    return (lambda: torch.mv(a, x)) if x.ndim == 1 else (lambda: a @ x), lambda out: out.numpy()


def torch_reduce(threads, *arguments):
    """torch's own CSR kernel, which PyG uses: torch.sparse.mm with a reduction."""
    torch, a, x = _torch(threads, arguments)
    x = x.reshape(len(x), -1)
    return lambda: torch.sparse.mm(a, x, "sum"), lambda out: out.numpy()


def torch(threads, question, *arguments):
    if question == "slices":
        return _torch_slices(threads, *slice_input(*arguments))
    if question != "network":
        raise NotHere(question)
    return networks.torch(threads, *arguments)


def _torch_slices(threads, kind, x):
    import torch

    torch.set_num_threads(threads)
    x = torch.from_numpy(x)
    w, r, s, v, lanes = x.shape
    sums = torch.empty(w, s, v, lanes)
    if kind == "dummy":
        return lambda: torch.sum(x, 1, out=sums), lambda out: out.numpy()
    out = torch.empty((w, r, s, v, lanes) if kind == "broadcast" else (w, v, s, lanes))

    def call():
        torch.sum(x, 1, out=sums)
        return out.copy_(sums[:, None].expand_as(out) if kind == "broadcast" else sums.permute(0, 2, 1, 3))

    return call, lambda out: out.numpy()


def dgl(threads, *arguments):
    if arguments[0] == "network":
        return networks.dgl(threads, imports.dgl(), *arguments[1:])
    ptr, idx, x = neighbour_sum(*arguments)
    import torch

    torch.set_num_threads(threads)
    library = imports.dgl()
    n = len(ptr) - 1
    to = np.repeat(np.arange(n, dtype=np.int32), np.diff(ptr))
    g = library.graph((torch.from_numpy(idx), torch.from_numpy(to)), num_nodes=n).formats(["csc", "csr"])
    g.create_formats_()
    x = torch.from_numpy(x.reshape(n, -1))

    def call():
        with torch.no_grad():
            return library.ops.copy_u_sum(g, x)

    return call, lambda out: out.numpy()
