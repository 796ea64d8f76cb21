/// Sources of flame graphs (samples, heap profiles, heap dumps, slices) and the forms a graph is exported in.
package traceglass.analysis.flame.source;
