package traceglass.ingest.unwind;

import java.util.Arrays;

/// Unwinds stacks of one processor: finds the callers from a sample's registers and recorded stack memory,
/// using the call frame information of the binaries. Code without this information, such as code compiled at
/// run time, is unwound by its frame pointer if it has one.
public final class Unwinder {

    private static final int WORD_SIZE = Long.BYTES;

    private final Processor processor;
    private final LocalBinaries binaries;
    private final int maxFrames;

    /// @param binaries binaries; not closed
    /// @param maxFrames maximum number of frames, at least 1
    public Unwinder(Processor processor, LocalBinaries binaries, int maxFrames) {
        this.processor = processor;
        this.binaries = binaries;
        this.maxFrames = maxFrames;
    }

    /// Unwinds a stack. The result has at least the program counter.
    ///
    /// @param registers registers as returned by [Processor#registers]
    /// @param bytes array that contains the stack, from the stack pointer upward
    /// @param offset index of the first byte of the stack
    /// @param size number of bytes of the stack
    public UnwoundStack unwind(Registers registers, byte[] bytes, int offset, int size, CodeMappings mappings) {
        try {
            UnwindMemory memory = new UnwindMemory(
                    registers.get(processor.sp), bytes, offset, Math.clamp(size, 0, bytes.length - offset));
            return unwind(registers, memory, mappings);
        } catch (UnwindException e) {
            return new UnwoundStack(new long[0], e.reason(), null);
        }
    }

    private UnwoundStack unwind(Registers registers, UnwindMemory memory, CodeMappings mappings)
            throws UnwindException {
        long[] addresses = new long[Math.min(maxFrames, 64)];
        int count = 0;
        Registers current = registers;
        boolean isReturn = false;
        boolean wasInterrupted = false;
        while (true) {
            long pc = current.get(processor.pc);
            CodeMapping mapping = mapping(mappings, pc, isReturn);
            if (mapping == null && processor.withoutSignature(pc) != pc) {
                pc = processor.withoutSignature(pc);
                current.set(processor.pc, pc);
                mapping = mapping(mappings, pc, isReturn);
            }
            if (mapping == null && count > 0) {
                // An address outside all code is not a caller.
                UnwoundStack.End end = pc == 0 ? UnwoundStack.End.COMPLETE : UnwoundStack.End.NO_MAPPING;
                return new UnwoundStack(Arrays.copyOf(addresses, count), end, null);
            }
            if (count == addresses.length) {
                addresses = Arrays.copyOf(addresses, Math.min(maxFrames, count * 2));
            }
            addresses[count++] = wasInterrupted ? pc + 1 : pc;
            if (mapping == null || count == maxFrames) {
                UnwoundStack.End end = mapping == null ? UnwoundStack.End.NO_MAPPING : UnwoundStack.End.TOO_DEEP;
                return new UnwoundStack(Arrays.copyOf(addresses, count), end, mapping);
            }
            try {
                Step step = step(current, pc, isReturn, mapping, memory, mappings);
                if (step == null) {
                    return new UnwoundStack(Arrays.copyOf(addresses, count), UnwoundStack.End.COMPLETE, mapping);
                }
                checkProgress(current, step.caller);
                current = step.caller;
                isReturn = !step.isFromSignal;
                wasInterrupted = step.isFromSignal;
            } catch (UnwindException e) {
                return new UnwoundStack(Arrays.copyOf(addresses, count), e.reason(), mapping);
            }
        }
    }

    /// Returns the mapping of the code that was running. A return address may equal the end of a mapping, after
    /// a call that never returns.
    private static CodeMapping mapping(CodeMappings mappings, long pc, boolean isReturn) {
        CodeMapping mapping = isReturn ? mappings.at(pc - 1) : null;
        return mapping == null ? mappings.at(pc) : mapping;
    }

    /// Caller of a frame.
    ///
    /// @param isFromSignal whether the frame is a signal frame, which may interrupt its caller at any instruction
    private record Step(Registers caller, boolean isFromSignal) {}

    private void checkProgress(Registers current, Registers caller) throws UnwindException {
        if (caller.get(processor.sp) == current.get(processor.sp)
                && caller.get(processor.pc) == current.get(processor.pc)) {
            throw new UnwindException(UnwoundStack.End.LOOP);
        }
    }

    /// Returns the caller; null if the frame is the outermost one.
    ///
    /// @param isReturn whether the address is a return address, which follows a call and may be after the last
    ///     instruction of the function
    private Step step(
            Registers current,
            long pc,
            boolean isReturn,
            CodeMapping mapping,
            UnwindMemory memory,
            CodeMappings mappings)
            throws UnwindException {
        UnwindBinary binary = binaries.find(mapping);
        if (binary == null || binary.machine() != processor.machine) {
            if (mapping.isFile() && !mapping.path().equals(CodeMapping.VDSO)) {
                throw new UnwindException(UnwoundStack.End.NO_BINARY);
            }
            return new Step(byFramePointer(current, memory, mappings), false);
        }
        long offset = pc - mapping.start() + mapping.fileOffset();
        long fileAddress = isReturn ? binary.address(offset - 1) + 1 : binary.address(offset);
        UnwindBinary.Rules rules = fileAddress <= 0 ? null : rules(binary, fileAddress, isReturn);
        if (rules == null) {
            return new Step(byFramePointer(current, memory, mappings), false);
        }
        CallFrameRow row = rules.row();
        boolean keepsReturn =
                row.returnColumn < Processor.REGISTERS && row.rules[row.returnColumn] == CallFrameRow.Rule.SAME;
        if (keepsReturn && (isReturn || row.returnColumn == processor.pc)) {
            throw new UnwindException(UnwoundStack.End.BAD_INFORMATION);
        }
        Registers caller;
        try {
            caller = row.caller(processor, current, memory, rules.section(), pc - fileAddress);
        } catch (IndexOutOfBoundsException e) {
            throw new UnwindException(UnwoundStack.End.BAD_INFORMATION);
        }
        return caller == null ? null : new Step(caller, row.isSignalFrame);
    }

    /// Returns the rules for the call before a return address. The address itself may already belong to the next
    /// function, or to the code that returns from a signal, which has no call before it.
    private static UnwindBinary.Rules rules(UnwindBinary binary, long address, boolean isReturn)
            throws UnwindException {
        UnwindBinary.Rules rules = binary.rules(isReturn ? address - 1 : address);
        if (isReturn && (rules == null || !rules.row().isSignalFrame)) {
            UnwindBinary.Rules exact = binary.rules(address);
            if (rules == null || exact != null && exact.row().isSignalFrame) {
                return exact;
            }
        }
        return rules;
    }

    /// Returns the caller according to the frame pointer, which points to the saved frame pointer with the return
    /// address above it.
    ///
    /// @throws UnwindException if the register does not look like a frame pointer
    private Registers byFramePointer(Registers current, UnwindMemory memory, CodeMappings mappings)
            throws UnwindException {
        if (!current.has(processor.fp)) {
            throw new UnwindException(UnwoundStack.End.NO_INFORMATION);
        }
        long fp = current.get(processor.fp);
        long sp = current.get(processor.sp);
        if (Long.compareUnsigned(fp, sp) < 0 || fp % WORD_SIZE != 0) {
            throw new UnwindException(UnwoundStack.End.NO_INFORMATION);
        }
        long saved = memory.read(fp, WORD_SIZE);
        long pc = processor.withoutSignature(memory.read(fp + WORD_SIZE, WORD_SIZE));
        if (mappings.at(pc) == null) {
            throw new UnwindException(UnwoundStack.End.NO_INFORMATION);
        }
        Registers caller = current.copy();
        caller.set(processor.fp, saved);
        caller.set(processor.sp, fp + 2 * WORD_SIZE);
        caller.set(processor.pc, pc);
        return caller;
    }
}
