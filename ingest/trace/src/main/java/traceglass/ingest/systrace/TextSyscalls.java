package traceglass.ingest.systrace;

import java.nio.charset.StandardCharsets;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.SysEnterFtraceEvent;
import traceglass.protos.ftrace.SysExitFtraceEvent;

/// System calls that each have their own events: `sys_enter_openat: dfd: ffffff9c, filename: 7f2b0b96195a` and
/// `sys_exit_openat: 0x3`. They become slices like those of `raw_syscalls`, unless the text has both.
final class TextSyscalls implements PrintedFields.Sink {

    static final String ENTER = "sys_enter_";
    static final String EXIT = "sys_exit_";

    private static final String CALL = "sys_";
    private static final int MAX_ARGS = 6;

    private final TextEvents events;
    private final PrintedFields printed = new PrintedFields();
    private final NumberParser numbers = new NumberParser();
    private final ProtoBytes call = new ProtoBytes();
    private boolean hasRaw;
    private int args;

    TextSyscalls(TextEvents events) {
        this.events = events;
    }

    /// Records an event; called for each event before the events are handled.
    void recordLine(SystraceLine line) {
        hasRaw |= line.event().equals("sys_enter");
    }

    /// Adds the rows of an event; returns false if it is not a system call with a name.
    boolean add(SystraceLine line) {
        boolean isEnter = line.event().startsWith(ENTER);
        if (!isEnter && !line.event().startsWith(EXIT)) {
            return false;
        }
        String name = CALL + line.event().substring(isEnter ? ENTER.length() : EXIT.length());
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        call.clear();
        if (isEnter) {
            events.addHexadecimal(line);
            call.bytes(SysEnterFtraceEvent.ID_FIELD_NUMBER, utf8);
            args = 0;
            printed.split(line.args(), this);
        } else {
            events.addHexadecimal(line.withArgs("ret=" + line.args()));
            call.bytes(SysExitFtraceEvent.ID_FIELD_NUMBER, utf8);
            if (numbers.parse(FieldFormat.HEX, line.args(), 0, line.args().length())) {
                call.number(SysExitFtraceEvent.RET_FIELD_NUMBER, numbers.number());
            }
        }
        if (!hasRaw) {
            events.handle(line, isEnter ? FtraceEvent.SYS_ENTER_FIELD_NUMBER : FtraceEvent.SYS_EXIT_FIELD_NUMBER, call);
        }
        return true;
    }

    @Override
    public void onField(String text, int keyStart, int keyEnd, int from, int to) {
        if (args++ < MAX_ARGS && numbers.parse(FieldFormat.HEX, text, from, to)) {
            call.number(SysEnterFtraceEvent.ARGS_FIELD_NUMBER, numbers.number());
        }
    }
}
