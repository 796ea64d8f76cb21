/// Processes, counters, hardware and logs of the recorded machine.
package traceglass.protos.system;
