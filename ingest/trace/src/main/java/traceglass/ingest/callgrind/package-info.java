/// Import of call graphs, whose costs are known for functions and for calls but not for whole stacks: callgrind,
/// cachegrind and gprof.
package traceglass.ingest.callgrind;
