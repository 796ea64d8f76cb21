package traceglass.ingest.jfr;

import java.util.LinkedHashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Events that describe the system rather than something that happened: configuration and settings, which become
/// metadata, and processes, threads and libraries. Environment variables are not read because they often contain
/// secrets.
final class JfrSystemEvents {

    private final ImportContext context;
    private final StringPool strings;
    private final JfrThreads threads;
    private final Map<Long, Map<String, String>> settings = new LinkedHashMap<>();

    JfrSystemEvents(ImportContext context, JfrThreads threads) {
        this.context = context;
        this.threads = threads;
        strings = context.strings();
    }

    /// Returns a consumer of events of a type; null if they are not handled here.
    JfrEvent.Sink sink(JfrType type) {
        String name = type.commonName();
        return switch (name) {
            case "jdk.ModuleRequire",
                    "jdk.ModuleExport",
                    "jdk.InitialEnvironmentVariable",
                    "jdk.InitialSecurityProperty" -> e -> {};
            case "jdk.BooleanFlag",
                    "jdk.IntFlag",
                    "jdk.UnsignedIntFlag",
                    "jdk.LongFlag",
                    "jdk.UnsignedLongFlag",
                    "jdk.DoubleFlag",
                    "jdk.StringFlag" -> this::handleFlag;
            case "jdk.InitialSystemProperty" ->
                e -> set("jfr.system_property." + e.text("key", strings), e.text("value", strings));
            case "jdk.ActiveSetting" -> this::handleSetting;
            case "jdk.SystemProcess" -> this::process;
            case "jdk.NativeLibrary" -> this::handleLibrary;
            default ->
                name.startsWith("jdk.")
                                        && (name.endsWith("Configuration") || name.endsWith("Information"))
                                        && !name.equals("jdk.EvacuationInformation")
                                        && type.indexOf("duration") < 0
                                        && type.indexOf("eventThread") < 0
                                || name.equals("jdk.ActiveRecording")
                        ? this::handleConfiguration
                        : null;
        };
    }

    private void set(String key, String value) {
        if (!value.isEmpty()) {
            context.metadata().setDynamic(key, value);
        }
    }

    private void handleFlag(JfrEvent e) {
        String origin = e.text("origin", strings);
        if (!origin.isEmpty() && !origin.equals("Default")) {
            set("jfr.flag." + e.text("name", strings), e.text("value", strings));
        }
    }

    private void handleConfiguration(JfrEvent e) {
        for (int i = 0; i < e.type().fields.size(); i++) {
            JfrType.Field f = e.type().fields.get(i);
            switch (f.name()) {
                case "startTime", "duration", "eventThread", "stackTrace", "id" -> {}
                default -> {
                    int text = e.text(i, strings);
                    if (text != StringPool.NULL && e.number(i) != JfrEvent.MISSING) {
                        set("jfr." + e.type().simpleName() + "." + f.name(), strings.get(text));
                    }
                }
            }
        }
    }

    private void handleSetting(JfrEvent e) {
        settings.computeIfAbsent(e.number("id"), id -> new LinkedHashMap<>())
                .put(e.text("name", strings), e.text("value", strings));
    }

    /// Writes the settings of the enabled events.
    void finishChunk(JfrChunk chunk) {
        settings.forEach((id, values) -> {
            JfrType type = chunk.metadata.type(id);
            if (type == null || !"true".equals(values.get("enabled"))) {
                return;
            }
            for (String name : new String[] {"period", "threshold", "throttle", "cutoff"}) {
                set("jfr.setting." + type.name + "." + name, values.getOrDefault(name, ""));
            }
        });
        settings.clear();
    }

    private void process(JfrEvent e) {
        long pid;
        try {
            pid = Long.parseLong(e.text("pid", strings));
        } catch (NumberFormatException x) {
            return;
        }
        int upid = context.processes().processWithoutMainThread(pid);
        String command = e.text("commandLine", strings);
        if (upid != threads.upid() && !command.isEmpty()) {
            String program = command.split("\\s", 2)[0];
            context.processes()
                    .setProcessMetadata(
                            upid,
                            strings.intern(program.substring(program.lastIndexOf('/') + 1)),
                            strings.intern(command));
        }
    }

    private void handleLibrary(JfrEvent e) {
        long from = e.number("baseAddress");
        long to = e.number("topAddress");
        if (from != JfrEvent.MISSING && Long.compareUnsigned(to, from) > 0) {
            context.stackProfiles()
                    .mapping(new StackProfiles.MappingParams(e.text("name", strings), "", from, to, 0, 0, 0));
        }
    }

    /// Sets the start or end time of a thread.
    ///
    /// @param column `start_ts` or `end_ts`
    void handleThreadTime(JfrEvent e, String column) {
        int field = Math.max(e.type().indexOf("thread"), e.type().indexOf("eventThread"));
        JfrThreads.Thread t = field < 0
                ? null
                : threads.of(e.chunk, e.type().fields.get(field).type(), e.number(field));
        if (t == null || t.utid() == ProfilerSamples.NONE || t.utid() == ProcessTracker.NONE) {
            return;
        }
        Table table = context.storage().table(TableNames.Thread.TABLE);
        if (table.longs(column).get(t.utid()) == LongColumn.NULL) {
            table.longs(column).set(t.utid(), e.startNs());
        }
    }
}
