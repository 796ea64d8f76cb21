package traceglass.ingest.system;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.system.SystemdJournaldEvent;
import traceglass.protos.trace.TracePacket;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Reads `SystemdJournaldEvent`: a line of systemd's journal, or how many the recorder lost.
public final class JournalParser implements PacketParser {

    private final ImportContext context;
    private final ProtoCursor cursor = new ProtoCursor();

    public JournalParser(ImportContext context) {
        this.context = context;
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.JOURNALD_EVENT_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        StringPool strings = context.strings();
        boolean isStats = false;
        long pid = 0;
        long tid = -1;
        long priority = 0;
        long uid = -1;
        int tag = StringPool.NULL;
        int message = StringPool.NULL;
        int comm = StringPool.NULL;
        int unit = StringPool.NULL;
        int host = StringPool.NULL;
        int transport = StringPool.NULL;
        for (packet.enter(cursor); cursor.next(); ) {
            switch (cursor.field()) {
                case SystemdJournaldEvent.NUM_FAILED_FIELD_NUMBER -> {
                    isStats = true;
                    context.stats().set("systemd_journal_num_failed", cursor.asLong());
                }
                case SystemdJournaldEvent.NUM_TOTAL_FIELD_NUMBER -> {
                    isStats = true;
                    context.stats().set("systemd_journal_num_total", cursor.asLong());
                }
                case SystemdJournaldEvent.PID_FIELD_NUMBER -> pid = cursor.asUint32();
                case SystemdJournaldEvent.TID_FIELD_NUMBER -> tid = cursor.asUint32();
                case SystemdJournaldEvent.UID_FIELD_NUMBER -> uid = cursor.asUint32();
                case SystemdJournaldEvent.PRIO_FIELD_NUMBER -> priority = cursor.asUint32();
                case SystemdJournaldEvent.TAG_FIELD_NUMBER -> tag = cursor.asStringId(strings);
                case SystemdJournaldEvent.MESSAGE_FIELD_NUMBER -> message = cursor.asStringId(strings);
                case SystemdJournaldEvent.COMM_FIELD_NUMBER -> comm = cursor.asStringId(strings);
                case SystemdJournaldEvent.SYSTEMD_UNIT_FIELD_NUMBER -> unit = cursor.asStringId(strings);
                case SystemdJournaldEvent.HOSTNAME_FIELD_NUMBER -> host = cursor.asStringId(strings);
                case SystemdJournaldEvent.TRANSPORT_FIELD_NUMBER -> transport = cursor.asStringId(strings);
                default -> {}
            }
        }
        if (isStats) {
            return;
        }
        Table table = context.storage().table("__intrinsic_logs");
        int utid = pid == 0 ? -1 : context.processes().updateThread(tid < 0 ? pid : tid, pid);
        ArgSetBuilder args = context.args().builder();
        if (uid >= 0) {
            args.addInt(strings.intern("uid"), uid);
        }
        add(args, "comm", comm);
        add(args, "systemd_unit", unit);
        add(args, "hostname", host);
        add(args, "transport", transport);
        int row = table.addRow();
        table.longs("ts").set(row, ts);
        if (utid >= 0) {
            table.ints("utid").set(row, utid);
        }
        table.longs("prio").set(row, priority);
        table.strings("log_source").set(row, strings.intern("systemd_journald"));
        table.strings("tag").set(row, tag);
        table.strings("msg").set(row, message);
        table.ints("arg_set_id").set(row, context.args().commit(args));
    }

    private void add(ArgSetBuilder args, String key, int value) {
        if (value != StringPool.NULL) {
            args.addString(context.strings().intern(key), value);
        }
    }
}
