/// Text search over all event tables, each of which defines what is found in it, and its hits.
package traceglass.analysis.search;
