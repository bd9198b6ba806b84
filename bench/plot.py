#!/usr/bin/env python3
"""plot.py LINES.jsonl [OUT.svg]: the table of the last line for each case, implementation and thread count, and a picture.

The picture has a row a case: every rival's ratio to the best rival as a tick, tiga's as a dot, on a logarithmic scale.
Standard library only.
"""

import json
import math
import sys
from xml.sax.saxutils import escape


def last_lines(path):
    found = {}
    with open(path) as f:
        for text in f:
            if text.startswith("{"):
                line = json.loads(text)
                found[line["case"], line["threads"], line["impl"]] = line
    groups = {}
    for (case, threads, _), line in found.items():
        groups.setdefault((case, threads), []).append(line)
    return groups


def duration(seconds):
    for unit, scale in (("s", 1), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= scale:
            return f"{seconds / scale:.2f} {unit}"
    return f"{seconds * 1e9:.0f} ns"


def table(groups):
    rows = [("case", "threads", "impl", "median", "least", "GB/s", "ratio")]
    for (case, threads), lines in groups.items():
        for line in sorted(lines, key=lambda entry: entry["seconds_median"]):
            rows.append(
                (
                    case,
                    str(threads),
                    line["impl"],
                    duration(line["seconds_median"]),
                    duration(line["seconds_min"]),
                    "" if line["gb_per_s"] is None else f"{line['gb_per_s']:.2f}",
                    "" if line["ratio"] is None else f"{line['ratio']:.3f}",
                )
            )
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(w) if k in (0, 2) else cell.rjust(w) for k, (cell, w) in enumerate(zip(row, widths))).rstrip())


def picture(groups):
    shown = [(key, [e for e in lines if e["ratio"]]) for key, lines in groups.items()]
    shown = [(key, lines) for key, lines in shown if lines]
    left, width, step, top = 300, 560, 22, 60
    low, high = 0.5, 8.0

    def x(ratio):
        return left + width * math.log(min(max(ratio, low), high) / low) / math.log(high / low)

    height = top + step * len(shown) + 30
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 40}" height="{height}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{left}" y="20">time ÷ best rival\'s (left is faster): ● tiga, | rivals</text>',
    ]
    for mark in (0.5, 1, 2, 4, 8):
        colour = "#444" if mark == 1 else "#ddd"
        out.append(f'<line x1="{x(mark):.1f}" y1="{top - 12}" x2="{x(mark):.1f}" y2="{height - 24}" stroke="{colour}"/>')
        out.append(f'<text x="{x(mark):.1f}" y="{top - 18}" text-anchor="middle" fill="#444">{mark:g}</text>')
    for k, ((case, threads), lines) in enumerate(shown):
        y = top + step * k + 6
        label = f"{case}, {threads} thread{'s' if threads > 1 else ''}"
        out.append(f'<text x="{left - 10}" y="{y + 4}" text-anchor="end">{escape(label)}</text>')
        for line in lines:
            tip = f"<title>{escape(line['impl'])}: {line['ratio']:.3f}, {duration(line['seconds_median'])}</title>"
            at = x(line["ratio"])
            if line["impl"] == "tiga":
                out.append(f'<circle cx="{at:.1f}" cy="{y}" r="5" fill="#c0392b">{tip}</circle>')
            else:
                out.append(f'<rect x="{at - 1:.1f}" y="{y - 6}" width="2" height="12" fill="#2c5f8a">{tip}</rect>')
    out.append("</svg>")
    return "\n".join(out) + "\n"


groups = last_lines(sys.argv[1])
if len(sys.argv) > 2:
    with open(sys.argv[2], "w") as f:
        f.write(picture(groups))
table(groups)
