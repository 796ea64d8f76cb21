/// Wall-clock time and time zone of a trace.
package traceglass.analysis.clock;
