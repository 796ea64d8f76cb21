/// Time of day and time zone of a trace.
package traceglass.analysis.clock;
