package traceglass.ingest.unwind;

import java.util.ArrayDeque;
import java.util.Deque;
import traceglass.ingest.elf.BinaryCursor;

/// Executes call frame instructions up to an address (DWARF 5, section 6.4.2).
final class CallFrameProgram {

    private static final int MAX_REMEMBERED = 256;

    private final CallFrameTable.Cie cie;
    private final BinaryCursor in;
    private final CallFrameTable table;
    private final Deque<CallFrameRow> remembered = new ArrayDeque<>();
    private final CallFrameRow row = new CallFrameRow();
    private CallFrameRow initial;
    private long location;

    private CallFrameProgram(CallFrameTable table, CallFrameTable.Cie cie) {
        this.table = table;
        this.cie = cie;
        in = table.cursor();
        row.isSignalFrame = cie.isSignalFrame();
        row.returnColumn = cie.returnColumn();
    }

    /// Returns the rules at an address covered by the description.
    ///
    /// @throws UnwindException if the instructions are damaged
    static CallFrameRow row(CallFrameTable table, CallFrameTable.Fde fde, long address) throws UnwindException {
        CallFrameTable.Cie cie = fde.cie();
        CallFrameProgram program = new CallFrameProgram(table, cie);
        try {
            program.location = fde.start();
            program.run(cie.start(), cie.end(), Long.MAX_VALUE);
            program.initial = program.row.copy();
            program.location = fde.start();
            program.run(fde.instructions(), fde.instructionsEnd(), address - fde.start());
        } catch (IndexOutOfBoundsException e) {
            throw badInformation();
        }
        return program.row;
    }

    /// Executes instructions until the location is more than `distance` after the first address.
    private void run(long from, long to, long distance) throws UnwindException {
        long first = location;
        in.at(from);
        while (in.position() < to) {
            int op = in.u8();
            int operand = op & 0x3f;
            switch (op >>> 6) {
                case 1 -> location += operand * cie.codeAlign();
                case 2 -> row.set(operand, CallFrameRow.Rule.AT_OFFSET, in.uleb() * cie.dataAlign(), 0);
                case 3 -> row.restore(operand, initial());
                default -> executeExtended(op);
            }
            if (Long.compareUnsigned(location - first, distance) > 0) {
                return;
            }
        }
    }

    private CallFrameRow initial() throws UnwindException {
        if (initial == null) {
            throw badInformation();
        }
        return initial;
    }

    private void executeExtended(int op) throws UnwindException {
        switch (op) {
            case 0x00 -> {} // nop
            case 0x01 -> location = table.readPointer(in, cie.encoding()); // set_loc
            case 0x02 -> location += in.u8() * cie.codeAlign();
            case 0x03 -> location += in.u16() * cie.codeAlign();
            case 0x04 -> location += in.u32() * cie.codeAlign();
            case 0x06 -> row.restore(DwarfExpression.readRegister(in), initial());
            case 0x0a -> remember();
            case 0x0b -> {
                CallFrameRow saved = remembered.pollLast();
                if (saved == null) {
                    throw badInformation();
                }
                row.assign(saved);
            }
            case 0x0c, 0x0d, 0x0e, 0x0f, 0x12, 0x13 -> setFrameAddress(op);
            case 0x2d -> {} // The return address is signed from here on; signatures are always removed.
            case 0x2e -> in.uleb(); // args_size
            default -> register(op);
        }
    }

    private void remember() throws UnwindException {
        if (remembered.size() == MAX_REMEMBERED) {
            throw badInformation();
        }
        remembered.addLast(row.copy());
    }

    private void setFrameAddress(int op) throws UnwindException {
        switch (op) {
            case 0x0c -> { // def_cfa
                defineBy(DwarfExpression.readRegister(in));
                row.cfaValue = in.uleb();
            }
            case 0x0d -> defineBy(DwarfExpression.readRegister(in));
            case 0x0e -> row.cfaValue = in.uleb();
            case 0x12 -> { // def_cfa_sf
                defineBy(DwarfExpression.readRegister(in));
                row.cfaValue = in.sleb() * cie.dataAlign();
            }
            case 0x13 -> row.cfaValue = in.sleb() * cie.dataAlign();
            default -> { // def_cfa_expression
                long length = in.uleb();
                row.cfaRegister = -1;
                row.cfaValue = in.position();
                row.cfaEnd = end(length);
            }
        }
    }

    private void defineBy(int register) {
        row.cfaRegister = register;
        row.cfaEnd = 0;
    }

    private void register(int op) throws UnwindException {
        int register = DwarfExpression.readRegister(in);
        switch (op) {
            case 0x05 -> row.set(register, CallFrameRow.Rule.AT_OFFSET, in.uleb() * cie.dataAlign(), 0);
            case 0x07 -> row.set(register, CallFrameRow.Rule.UNDEFINED, 0, 0);
            case 0x08 -> row.set(register, CallFrameRow.Rule.SAME, 0, 0);
            case 0x09 -> row.set(register, CallFrameRow.Rule.REGISTER, DwarfExpression.readRegister(in), 0);
            case 0x10 -> setExpression(register, CallFrameRow.Rule.AT_EXPRESSION);
            case 0x11 -> row.set(register, CallFrameRow.Rule.AT_OFFSET, in.sleb() * cie.dataAlign(), 0);
            case 0x14 -> row.set(register, CallFrameRow.Rule.OFFSET, in.uleb() * cie.dataAlign(), 0);
            case 0x15 -> row.set(register, CallFrameRow.Rule.OFFSET, in.sleb() * cie.dataAlign(), 0);
            case 0x16 -> setExpression(register, CallFrameRow.Rule.EXPRESSION);
            case 0x2f -> row.set(register, CallFrameRow.Rule.AT_OFFSET, -in.uleb() * cie.dataAlign(), 0);
            default -> throw badInformation();
        }
    }

    private void setExpression(int register, CallFrameRow.Rule rule) throws UnwindException {
        long length = in.uleb();
        long start = in.position();
        row.set(register, rule, start, end(length));
    }

    /// Skips an expression and returns its end.
    private long end(long length) throws UnwindException {
        if (length < 0 || length > 1 << 20) {
            throw badInformation();
        }
        in.skip(length);
        return in.position();
    }

    private static UnwindException badInformation() {
        return new UnwindException(UnwoundStack.End.BAD_INFORMATION);
    }
}
