/// Flame graph of the sizes in a trace file. Input: the sizes that the converters read.
package traceglass.app.panel.size;
