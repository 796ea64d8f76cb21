/// Time that threads did not run, as a flame graph: their states with the functions they were blocked in.
package traceglass.analysis.offcpu;
