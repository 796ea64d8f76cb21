package traceglass.ingest.system;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.system.SystemdJournaldEvent;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses `SystemdJournaldEvent`: a line of systemd's journal, or the number of lines lost by the recorder.
public final class JournalParser implements PacketParser {

    private final ImportContext context;
    private final ProtoCursor cursor = new ProtoCursor();

    /// The fields of an event.
    private static final class Line {
        boolean isStats;
        long pid;
        long tid = -1;
        long priority;
        long uid = -1;
        int tag = StringPool.NULL;
        int message = StringPool.NULL;
        int comm = StringPool.NULL;
        int unit = StringPool.NULL;
        int host = StringPool.NULL;
        int transport = StringPool.NULL;
    }

    public JournalParser(ImportContext context) {
        this.context = context;
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.JOURNALD_EVENT_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        Line line = read(packet);
        if (!line.isStats) {
            write(ts, line);
        }
    }

    private Line read(Packet packet) {
        StringPool strings = context.strings();
        Line line = new Line();
        for (packet.enter(cursor); cursor.next(); ) {
            switch (cursor.field()) {
                case SystemdJournaldEvent.NUM_FAILED_FIELD_NUMBER -> {
                    line.isStats = true;
                    context.stats().set(StatNames.SYSTEMD_JOURNAL_NUM_FAILED, cursor.asLong());
                }
                case SystemdJournaldEvent.NUM_TOTAL_FIELD_NUMBER -> {
                    line.isStats = true;
                    context.stats().set(StatNames.SYSTEMD_JOURNAL_NUM_TOTAL, cursor.asLong());
                }
                case SystemdJournaldEvent.PID_FIELD_NUMBER -> line.pid = cursor.asUint32();
                case SystemdJournaldEvent.TID_FIELD_NUMBER -> line.tid = cursor.asUint32();
                case SystemdJournaldEvent.UID_FIELD_NUMBER -> line.uid = cursor.asUint32();
                case SystemdJournaldEvent.PRIO_FIELD_NUMBER -> line.priority = cursor.asUint32();
                case SystemdJournaldEvent.TAG_FIELD_NUMBER -> line.tag = cursor.asStringId(strings);
                case SystemdJournaldEvent.MESSAGE_FIELD_NUMBER -> line.message = cursor.asStringId(strings);
                case SystemdJournaldEvent.COMM_FIELD_NUMBER -> line.comm = cursor.asStringId(strings);
                case SystemdJournaldEvent.SYSTEMD_UNIT_FIELD_NUMBER -> line.unit = cursor.asStringId(strings);
                case SystemdJournaldEvent.HOSTNAME_FIELD_NUMBER -> line.host = cursor.asStringId(strings);
                case SystemdJournaldEvent.TRANSPORT_FIELD_NUMBER -> line.transport = cursor.asStringId(strings);
                default -> {}
            }
        }
        return line;
    }

    private void write(long ts, Line line) {
        StringPool strings = context.strings();
        Table table = context.storage().table(TableNames.Logs.TABLE);
        int utid = line.pid == 0 ? -1 : context.processes().updateThread(line.tid < 0 ? line.pid : line.tid, line.pid);
        ArgSetBuilder args = context.args().builder();
        if (line.uid >= 0) {
            args.addInt(strings.intern("uid"), line.uid);
        }
        add(args, "comm", line.comm);
        add(args, "systemd_unit", line.unit);
        add(args, "hostname", line.host);
        add(args, "transport", line.transport);
        int row = table.addRow();
        table.longs(TableNames.Logs.TS).set(row, ts);
        if (utid >= 0) {
            table.ints(TableNames.Logs.UTID).set(row, utid);
        }
        table.longs(TableNames.Logs.PRIO).set(row, line.priority);
        table.strings(TableNames.Logs.LOG_SOURCE).set(row, strings.intern("systemd_journald"));
        table.strings(TableNames.Logs.TAG).set(row, line.tag);
        table.strings(TableNames.Logs.MSG).set(row, line.message);
        table.ints(TableNames.Logs.ARG_SET_ID).set(row, context.args().commit(args));
    }

    private void add(ArgSetBuilder args, String key, int value) {
        if (value != StringPool.NULL) {
            args.addString(context.strings().intern(key), value);
        }
    }
}
