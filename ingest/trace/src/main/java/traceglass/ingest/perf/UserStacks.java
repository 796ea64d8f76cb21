package traceglass.ingest.perf;

import java.util.HashSet;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ImportSession;
import traceglass.ingest.unwind.CodeMapping;
import traceglass.ingest.unwind.LocalBinaries;
import traceglass.ingest.unwind.Processor;
import traceglass.ingest.unwind.Registers;
import traceglass.ingest.unwind.Unwinder;
import traceglass.ingest.unwind.UnwoundStack;
import traceglass.store.names.StatNames;

/// Finds the callstacks of samples with registers and a copy of the top of the stack, as `perf record --call-graph
/// dwarf` saves them. Needs the sampled binaries on this machine, and counts incomplete stacks.
final class UserStacks {

    private static final long[] NONE = {};
    private static final int MAX_FRAMES = 1024;
    /// All registers that the kernel has for 64-bit ARM. Register numbers of x86 are lower.
    private static final long ARM64_REGISTERS = 0x1_ffff_ffffL;

    private static final long X86_REGISTERS = 0xff_ffffL;

    private final ImportContext context;
    private final RecordBytes in;
    private final ProcessMemory memory;
    private final PerfFeatures features;
    private final Set<String> missing = new HashSet<>();
    private Unwinder unwinder;
    private Processor processor;
    private boolean isPrepared;

    UserStacks(ImportContext context, RecordBytes in, ProcessMemory memory, PerfFeatures features) {
        this.context = context;
        this.in = in;
        this.memory = memory;
        this.features = features;
    }

    /// Returns the program counters of the frames, innermost first; all but the first are return addresses.
    /// Empty if the stack cannot be unwound.
    ///
    /// @param mask recorded registers, as bits numbered like in the kernel's `perf_regs.h`
    long[] unwind(SampleFields s, long mask, int upid) {
        if (!isPrepared) {
            prepare(mask);
        }
        Registers registers = processor == null ? null : processor.registers(s.registersAbi, mask, registers(s, mask));
        if (registers == null) {
            context.stats().increment(StatNames.PERF_UNWIND_UNSUPPORTED);
            return NONE;
        }
        UnwoundStack stack = unwinder.unwind(
                registers, s.bytes, s.stackOffset, s.stackSize, address -> memory.mapping(upid, address));
        return switch (stack.end()) {
            case COMPLETE -> stack.addresses();
            case NO_BINARY -> {
                // Without the binaries, the result would depend on which of them this machine happens
                // to have.
                reportMissing(stack.mapping());
                yield NONE;
            }
            case NO_MAPPING -> {
                context.stats().increment(StatNames.PERF_UNWIND_INCOMPLETE);
                yield NONE;
            }
            case STACK_CUT -> {
                context.stats().increment(StatNames.PERF_UNWIND_STACK_TOO_SHORT);
                yield stack.addresses();
            }
            case NO_INFORMATION, BAD_INFORMATION, TOO_DEEP, LOOP -> {
                context.stats().increment(StatNames.PERF_UNWIND_INCOMPLETE);
                yield stack.addresses();
            }
        };
    }

    private void prepare(long mask) {
        isPrepared = true;
        if (in.isBigEndian()) {
            return;
        }
        String arch = features.arch();
        processor = arch != null
                ? Processor.of(arch)
                : (mask & ~X86_REGISTERS) == 0 ? Processor.X86_64 : mask == ARM64_REGISTERS ? Processor.ARM64 : null;
        if (processor != null) {
            unwinder = new Unwinder(
                    processor, context.session().shared(LocalBinaries.class, UserStacks::binaries), MAX_FRAMES);
        }
    }

    private static LocalBinaries binaries(ImportSession session) {
        LocalBinaries binaries = LocalBinaries.ofThisMachine();
        session.atEnd(binaries::close);
        return binaries;
    }

    private long[] registers(SampleFields s, long mask) {
        long[] values = new long[Long.bitCount(mask)];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.i64(s.bytes, s.registersOffset + i * Long.BYTES);
        }
        return values;
    }

    private void reportMissing(CodeMapping location) {
        if (missing.add(location.path())) {
            context.logs()
                    .record(
                            StatNames.PERF_UNWIND_BINARY_MISSING,
                            b -> b.addString(
                                            context.strings().intern("file"),
                                            context.strings().intern(location.path()))
                                    .addString(
                                            context.strings().intern("build_id"),
                                            context.strings().intern(location.buildId())));
        } else {
            context.stats().increment(StatNames.PERF_UNWIND_BINARY_MISSING);
        }
    }
}
