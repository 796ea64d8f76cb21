/// Summary and problems of a whole trace, and the time range to show first.
package traceglass.analysis.doctor;
