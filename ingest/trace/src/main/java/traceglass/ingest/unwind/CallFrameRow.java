package traceglass.ingest.unwind;

import java.util.Arrays;
import traceglass.ingest.elf.BinaryCursor;

/// Rules that apply at one address of a function: how to compute the canonical frame address (CFA), and from it the
/// registers of the caller (DWARF 5, section 6.4.1).
final class CallFrameRow {

    /// How the caller's value of a register is found.
    enum Rule {
        /// Unchanged by the function.
        SAME,
        UNDEFINED,
        /// Saved in memory at CFA + value.
        AT_OFFSET,
        /// Equal to CFA + value.
        OFFSET,
        /// Stored in register `value`.
        REGISTER,
        /// Saved in memory at the address computed by the expression at `value`.
        AT_EXPRESSION,
        /// Computed by the expression at `value`.
        EXPRESSION
    }

    final Rule[] rules = new Rule[Processor.REGISTERS];
    final long[] values = new long[Processor.REGISTERS];
    /// End positions of the registers' expressions.
    final long[] ends = new long[Processor.REGISTERS];
    /// Register to which the CFA is relative; -1 if an expression computes it.
    int cfaRegister = -1;
    /// Offset from this register, or the start position of the expression.
    long cfaValue;
    /// End position of the expression; 0 if there is none.
    long cfaEnd;
    boolean isSignalFrame;
    int returnColumn;

    CallFrameRow() {
        Arrays.fill(rules, Rule.SAME);
    }

    CallFrameRow copy() {
        CallFrameRow copy = new CallFrameRow();
        copy.assign(this);
        return copy;
    }

    void assign(CallFrameRow from) {
        System.arraycopy(from.rules, 0, rules, 0, rules.length);
        System.arraycopy(from.values, 0, values, 0, values.length);
        System.arraycopy(from.ends, 0, ends, 0, ends.length);
        cfaRegister = from.cfaRegister;
        cfaValue = from.cfaValue;
        cfaEnd = from.cfaEnd;
        isSignalFrame = from.isSignalFrame;
        returnColumn = from.returnColumn;
    }

    void set(int register, Rule rule, long value, long end) {
        if (register < Processor.REGISTERS) {
            rules[register] = rule;
            values[register] = value;
            ends[register] = end;
        }
    }

    void restore(int register, CallFrameRow initial) {
        if (register < Processor.REGISTERS) {
            set(register, initial.rules[register], initial.values[register], initial.ends[register]);
        }
    }

    /// Returns the registers of the caller, including its program counter; null if the frame is the outermost one.
    ///
    /// @param section bytes that contain the expressions
    Registers caller(Processor processor, Registers current, UnwindMemory memory, BinaryCursor section, long bias)
            throws UnwindException {
        DwarfExpression expressions = new DwarfExpression(current, memory, bias);
        long cfa;
        if (cfaRegister >= 0) {
            cfa = current.get(cfaRegister) + cfaValue;
        } else if (cfaEnd > 0) {
            cfa = expressions.evaluate(section, cfaValue, cfaEnd, false, 0);
        } else {
            throw new UnwindException(UnwoundStack.End.BAD_INFORMATION);
        }
        if (returnColumn >= Processor.REGISTERS) {
            throw new UnwindException(UnwoundStack.End.BAD_INFORMATION);
        }
        if (rules[returnColumn] == Rule.UNDEFINED) {
            return null;
        }
        Registers caller = current.copy();
        long sp = current.get(processor.sp);
        // The caller's stack pointer is the CFA unless a rule says otherwise.
        caller.set(processor.sp, cfa);
        for (int i = 0; i < rules.length; i++) {
            switch (rules[i]) {
                case SAME -> {}
                case UNDEFINED -> caller.clear(i);
                case AT_OFFSET -> load(caller, i, cfa + values[i], sp, memory);
                case OFFSET -> caller.set(i, cfa + values[i]);
                case REGISTER -> {
                    int from = (int) values[i];
                    if (current.has(from)) {
                        caller.set(i, current.get(from));
                    } else {
                        caller.clear(i);
                    }
                }
                case AT_EXPRESSION ->
                    load(caller, i, expressions.evaluate(section, values[i], ends[i], true, cfa), sp, memory);
                case EXPRESSION -> caller.set(i, expressions.evaluate(section, values[i], ends[i], true, cfa));
            }
        }
        caller.set(processor.pc, caller.get(returnColumn));
        return caller;
    }

    /// Loads a saved register. A register that is not needed may be outside the recorded part of the stack. At
    /// the end of a function, after the register has been restored, compilers still specify the location where
    /// it was saved, which is then below the stack pointer and ignored.
    private void load(Registers caller, int register, long address, long sp, UnwindMemory memory)
            throws UnwindException {
        if (register != returnColumn && Long.compareUnsigned(address, sp) < 0) {
            return;
        }
        try {
            caller.set(register, memory.read(address, Long.BYTES));
        } catch (UnwindException e) {
            if (register == returnColumn) {
                throw e;
            }
            caller.clear(register);
        }
    }
}
