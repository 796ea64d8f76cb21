/// Sources of flame graphs: samples, heap profiles, heap dumps, slices.
package traceglass.analysis.flame.source;
