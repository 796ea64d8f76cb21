/// What a trace says of the time of day.
package traceglass.analysis.clock;
