package traceglass.ingest.system;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.text.PrintedNumbers;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.protos.android.AndroidLogPacket;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;

/// Parses `AndroidLogPacket`: lines of Android's log, each with its own wall clock time, and the number of lines lost
/// by the recorder.
public final class AndroidLogParser implements PacketParser {

    private static final int PRIORITY_INFO = 4;
    /// Longer strings of arguments are truncated, as in trace processor.
    private static final int MAX_ARGS = 4095;

    private final ImportContext context;
    private final EventSorter.Queue lines;
    private final ClockId realtime = ClockId.of(ClockId.REALTIME);
    private final Table table;
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor event = new ProtoCursor();
    private final ProtoCursor arg = new ProtoCursor();
    private final int logcat;

    public AndroidLogParser(PacketContext packets) {
        context = packets.context();
        lines = packets.queue((ts, data, ref) -> readLine(ts, (byte[]) ref, (int) (data >>> 32), (int) data));
        table = context.storage().table(TableNames.Logs.TABLE);
        logcat = context.strings().intern("android_logcat");
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.ANDROID_LOG_FIELD_NUMBER};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        for (packet.enter(cursor); cursor.next(); ) {
            if (cursor.field() == AndroidLogPacket.EVENTS_FIELD_NUMBER) {
                boolean isTimed = event.enter(cursor).seek(AndroidLogPacket.LogEvent.TIMESTAMP_FIELD_NUMBER);
                long time = context.clocks().toTraceTime(realtime, isTimed ? event.asLong() : 0);
                if (time != ClockTracker.NONE) {
                    lines.push(time, (long) cursor.offset() << 32 | cursor.length(), packet.buffer());
                }
            } else if (cursor.field() == AndroidLogPacket.STATS_FIELD_NUMBER) {
                readStats();
            }
        }
        return true;
    }

    private void readStats() {
        for (event.enter(cursor); event.next(); ) {
            switch (event.field()) {
                case AndroidLogPacket.Stats.NUM_TOTAL_FIELD_NUMBER ->
                    context.stats().set(StatNames.ANDROID_LOG_NUM_TOTAL, event.asLong());
                case AndroidLogPacket.Stats.NUM_FAILED_FIELD_NUMBER ->
                    context.stats().set(StatNames.ANDROID_LOG_NUM_FAILED, event.asLong());
                case AndroidLogPacket.Stats.NUM_SKIPPED_FIELD_NUMBER ->
                    context.stats().set(StatNames.ANDROID_LOG_NUM_SKIPPED, event.asLong());
                default -> {}
            }
        }
    }

    private void readLine(long ts, byte[] buffer, int offset, int length) {
        long pid = 0;
        long tid = 0;
        int priority = 0;
        int tag = context.strings().intern("");
        String message = "";
        StringBuilder args = new StringBuilder();
        for (event.enter(buffer, offset, length); event.next(); ) {
            switch (event.field()) {
                case AndroidLogPacket.LogEvent.PID_FIELD_NUMBER -> pid = event.asUint32();
                case AndroidLogPacket.LogEvent.TID_FIELD_NUMBER -> tid = event.asUint32();
                case AndroidLogPacket.LogEvent.PRIO_FIELD_NUMBER -> priority = event.asInt() & 0xff;
                case AndroidLogPacket.LogEvent.TAG_FIELD_NUMBER -> tag = event.asStringId(context.strings());
                case AndroidLogPacket.LogEvent.MESSAGE_FIELD_NUMBER -> message = event.asString();
                case AndroidLogPacket.LogEvent.ARGS_FIELD_NUMBER -> addArg(args);
                default -> {}
            }
        }
        args.setLength(Math.min(args.length(), MAX_ARGS));
        int row = table.addRow();
        table.longs(TableNames.Logs.TS).set(row, ts);
        table.ints(TableNames.Logs.UTID).set(row, context.processes().updateThread(tid, pid));
        table.longs(TableNames.Logs.PRIO).set(row, priority == 0 ? PRIORITY_INFO : priority);
        table.strings(TableNames.Logs.LOG_SOURCE).set(row, logcat);
        table.strings(TableNames.Logs.TAG).set(row, tag);
        table.strings(TableNames.Logs.MSG).set(row, context.strings().intern(message + args));
    }

    /// Appends ` name=value`, the format used for values of binary log events.
    private void addArg(StringBuilder text) {
        String name = "";
        String value = "";
        for (arg.enter(event); arg.next(); ) {
            switch (arg.field()) {
                case AndroidLogPacket.LogEvent.Arg.NAME_FIELD_NUMBER -> name = arg.asString();
                case AndroidLogPacket.LogEvent.Arg.INT_VALUE_FIELD_NUMBER -> value = Long.toString(arg.asLong());
                case AndroidLogPacket.LogEvent.Arg.FLOAT_VALUE_FIELD_NUMBER ->
                    value = PrintedNumbers.fixed(arg.asDouble(), 6);
                case AndroidLogPacket.LogEvent.Arg.STRING_VALUE_FIELD_NUMBER -> value = '"' + arg.asString() + '"';
                default -> {}
            }
        }
        text.append(' ').append(name).append('=').append(value);
    }
}
