/// Text search over all event tables, and its hits. Each table defines its searched texts.
package traceglass.analysis.search;
