"""What networks are made of, in PyTorch, JAX and DGL: an epoch of a GCN, products, softmax, layer norm, a step of Adam."""

import gzip
import os

import numpy as np

HIDDEN, KEPT = 16, 0.5


def _entries(path):
    with gzip.open(path, "rt") if path.endswith(".gz") else open(path) as f:
        lines = [line for line in f if not line.startswith("%")]
    rows, columns, _ = map(int, lines[0].split()[:3])
    words = [line.split() for line in lines[1:]]
    pairs = np.array([w[:2] for w in words], np.int64) - 1
    return rows, columns, pairs, np.array([w[2] if len(w) > 2 else 1 for w in words], np.float32)


class Papers:
    """The edges with self-loops by destination, their weights, the features by row (share of each word), the labels."""

    def __init__(self, name, directory):
        at = f"{directory}/{name}"
        n, _, half, _ = _entries(f"{at}.mtx")
        loops = np.stack([np.arange(n)] * 2, 1)
        both = np.concatenate([half, half[:, ::-1], loops])
        both = both[np.lexsort((both[:, 1], both[:, 0]))]
        self.n, (self.dst, self.src) = n, both.T.copy()
        degree = np.bincount(self.dst, minlength=n).astype(np.float32)
        self.w = 1 / np.sqrt(degree[self.src] * degree[self.dst])
        self.ptr = np.concatenate([[0], np.cumsum(np.bincount(self.dst, minlength=n))])
        plain = f"{at}.features.mtx"
        _, self.words, used, value = _entries(plain if os.path.exists(plain) else f"{plain}.gz")
        order = np.lexsort((used[:, 1], used[:, 0]))
        self.row, self.word = used[order].T.copy()
        self.share = (value[order] / np.bincount(self.row, value[order], minlength=n)[self.row]).astype(np.float32)
        self.row_ptr = np.concatenate([[0], np.cumsum(np.bincount(self.row, minlength=n))])
        self.label = np.loadtxt(f"{at}.labels.txt", np.int64)
        self.known = np.nonzero([word == "train" for word in open(f"{at}.split.txt").read().split()])[0]
        self.classes = int(self.label.max()) + 1
        random = np.random.default_rng(1)
        self.w1 = (random.random((self.words, HIDDEN)) - 0.5).astype(np.float32) * 0.13
        self.w2 = (random.random((HIDDEN, self.classes)) - 0.5).astype(np.float32)


def fastest(calls):
    """The call that takes least time, of several ways to say one thing."""
    import time

    def seconds(call):
        call()
        start = time.perf_counter()
        for _ in range(5):
            call()
        return time.perf_counter() - start

    return min(calls, key=seconds)


def _one(_):
    return np.ones(1)  # random masks differ from library to library: nothing to compare


def torch_gcn(torch, c, near):
    """`near(c)`: the weighted sum over neighbours, a function of the features."""
    functional = torch.nn.functional
    y, known = torch.from_numpy(c.label[c.known]), torch.from_numpy(c.known)
    dense = torch.zeros(c.n, c.words)
    dense[torch.from_numpy(c.row), torch.from_numpy(c.word)] = torch.from_numpy(c.share)
    share = torch.from_numpy(c.share)
    ptr, word = torch.from_numpy(c.row_ptr), torch.from_numpy(c.word)
    spread = near(c)

    def step_of(first_layer):
        a, b1 = torch.from_numpy(c.w1.copy()).requires_grad_(), torch.zeros(HIDDEN, requires_grad=True)
        b, b2 = torch.from_numpy(c.w2.copy()).requires_grad_(), torch.zeros(c.classes, requires_grad=True)
        adam = torch.optim.Adam([{"params": [a], "weight_decay": 5e-4}, {"params": [b1, b, b2]}], lr=0.01)

        def step():
            adam.zero_grad()
            h = torch.relu(spread(first_layer(a)) + b1)
            out = spread(functional.dropout(h, 1 - KEPT) @ b) + b2
            loss = functional.cross_entropy(out[known], y)
            loss.backward()
            adam.step()
            return loss

        return step

    def sparse(a):
        x = torch.sparse_csr_tensor(ptr, word, functional.dropout(share, 1 - KEPT), (c.n, c.words), check_invariants=False)
        return x @ a

    return fastest([step_of(lambda a: functional.dropout(dense, 1 - KEPT) @ a), step_of(sparse)]), _one


def torch(threads, what, *sizes):
    import torch as library

    library.set_num_threads(threads)
    if what == "gcn":

        def near(c):
            a = library.sparse_csr_tensor(
                library.from_numpy(c.ptr), library.from_numpy(c.src), library.from_numpy(c.w), (c.n, c.n), check_invariants=False
            )
            return lambda h: a @ h

        return torch_gcn(library, Papers(*sizes), near)
    n = [int(s) for s in sizes]
    if what == "contract":
        x, w = library.rand(n[0], n[1]), library.rand(n[1], n[2])
        return lambda: x @ w, _one
    if what == "softmax":
        x = library.rand(n[0], n[1])
        return lambda: library.softmax(x, 1), _one
    if what == "layer_norm":
        x = library.rand(n[0], n[1])
        return lambda: library.nn.functional.layer_norm(x, (n[1],)), _one
    p = library.rand(n[0], requires_grad=True)
    p.grad = library.rand(n[0])
    steps = []
    for kind in ({"fused": True}, {"foreach": True}):
        try:
            steps.append(library.optim.Adam([p], **kind).step)
        except Exception:
            pass
    return fastest(steps), _one


def dgl(threads, library, *arguments):
    import torch as t

    t.set_num_threads(threads)
    if arguments[0] != "gcn":
        raise ValueError("graphs only")

    def near(c):
        g = library.graph((t.from_numpy(c.src), t.from_numpy(c.dst)), num_nodes=c.n).formats(["csc", "csr"])
        g.create_formats_()
        w = t.from_numpy(c.w)
        return lambda h: library.ops.u_mul_e_sum(g, h, w)

    return torch_gcn(t, Papers(*arguments[1:]), near)


def jax(threads, what, *sizes):
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    import jax as library
    import jax.numpy as jnp

    n = [int(s) for s in sizes] if what != "gcn" else []
    key = library.random.key(1)
    if what == "contract":
        x, w = library.random.uniform(key, (n[0], n[1])), library.random.uniform(key, (n[1], n[2]))
        f = library.jit(lambda x, w: x @ w)
        return lambda: f(x, w).block_until_ready(), _one
    if what in ("softmax", "layer_norm"):
        x = library.random.uniform(key, (n[0], n[1]))

        def layer_norm(x):
            centre = x - x.mean(1, keepdims=True)
            return centre * library.lax.rsqrt((centre * centre).mean(1, keepdims=True) + 1e-5)

        f = library.jit(library.nn.softmax if what == "softmax" else layer_norm)
        return lambda: f(x).block_until_ready(), _one
    if what == "adam":
        f = library.jit(_adam, donate_argnums=(0, 2, 3))
        state = [library.random.uniform(key, (n[0],)), jnp.zeros(n[0]), jnp.zeros(n[0])]
        g = library.random.uniform(key, (n[0],))

        def step():
            state[0], state[1], state[2] = f(state[0], g, state[1], state[2], 3.0, 1e-3, 0.0)
            return state[0].block_until_ready()

        return step, _one
    c = Papers(*sizes)
    src, dst, w = jnp.asarray(c.src), jnp.asarray(c.dst), jnp.asarray(c.w)
    row, word, share = jnp.asarray(c.row), jnp.asarray(c.word), jnp.asarray(c.share)
    known, y = jnp.asarray(c.known), jnp.asarray(c.label[c.known])
    dense = jnp.zeros((c.n, c.words)).at[row, word].set(share)

    def spread(h):
        return library.ops.segment_sum(w[:, None] * h[src], dst, c.n, indices_are_sorted=True)

    def drop(k, x):
        return jnp.where(library.random.bernoulli(k, KEPT, x.shape), x / KEPT, 0)

    def step_of(first_layer):
        def loss(p, k):
            one, two = library.random.split(k)
            h = library.nn.relu(spread(first_layer(one, p[0])) + p[1])
            out = spread(drop(two, h) @ p[2]) + p[3]
            return -jnp.mean(library.nn.log_softmax(out[known])[jnp.arange(len(c.known)), y])

        def update(p, m, v, t, k):
            value, g = library.value_and_grad(loss)(p, k)
            new = [_adam(*a, t, 0.01, decay) for a, decay in zip(zip(p, g, m, v), (5e-4, 0, 0, 0))]
            return [list(part) for part in zip(*new)] + [value]

        f = library.jit(update)
        p = [jnp.asarray(c.w1), jnp.zeros(HIDDEN), jnp.asarray(c.w2), jnp.zeros(c.classes)]
        state = [p, [jnp.zeros_like(x) for x in p], [jnp.zeros_like(x) for x in p], 0]

        def step():
            state[3] += 1
            k = library.random.fold_in(key, state[3])
            state[0], state[1], state[2], value = f(state[0], state[1], state[2], float(state[3]), k)
            return value.block_until_ready()

        return step

    def sparse(k, a):
        return library.ops.segment_sum(drop(k, share)[:, None] * a[word], row, c.n, indices_are_sorted=True)

    return fastest([step_of(lambda k, a: drop(k, dense) @ a), step_of(sparse)]), _one


def _adam(p, g, m, v, t, rate, decay):
    import jax.numpy as jnp

    g = g + decay * p
    m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
    step = rate * (m / (1 - 0.9**t)) / (jnp.sqrt(v / (1 - 0.999**t)) + 1e-8)
    return p - step, m, v
