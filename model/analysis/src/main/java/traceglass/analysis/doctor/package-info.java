/// Looks at a trace as a whole: the stretch worth showing first.
package traceglass.analysis.doctor;
