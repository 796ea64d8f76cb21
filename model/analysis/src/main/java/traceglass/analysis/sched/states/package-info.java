/// States of threads: their names, labels and time shares.
package traceglass.analysis.sched.states;
