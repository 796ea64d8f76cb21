/// Flame graph of the sizes in the file of a trace. Input: the sizes that the converters read.
package traceglass.app.panel.size;
