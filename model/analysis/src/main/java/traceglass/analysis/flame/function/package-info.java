/// Functions of a flame graph: their sums over all stacks, their callers and their callees.
package traceglass.analysis.flame.function;
