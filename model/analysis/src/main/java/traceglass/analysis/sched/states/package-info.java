/// States of threads: their names, properties, durations, and shares of time.
package traceglass.analysis.sched.states;
