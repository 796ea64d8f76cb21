/// Callstacks from copies of registers and stack memory, by the call frame information that compilers write into
/// binaries (DWARF 5, section 6.4; Linux Standard Base, `.eh_frame`).
///
/// Input: registers, a part of the stack, the memory mappings of the process, and the binaries on this machine.
/// Output: program counters. Depends on no trace format and writes no rows.
package traceglass.ingest.unwind;
