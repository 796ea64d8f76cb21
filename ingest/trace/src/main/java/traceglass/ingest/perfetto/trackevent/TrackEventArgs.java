package traceglass.ingest.perfetto.trackevent;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.args.ArgStrings;
import traceglass.ingest.perfetto.args.ProtoArgs;
import traceglass.ingest.perfetto.packet.InternedMessage;
import traceglass.ingest.perfetto.packet.InternedStacks;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.protos.extension.FrameworksBaseInternedData;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trackevent.ChromeActiveProcessesDecoder;
import traceglass.protos.trackevent.ChromeHistogramSampleDecoder;
import traceglass.protos.trackevent.InlineCallstackDecoder;
import traceglass.protos.trackevent.InlineFrameDecoder;
import traceglass.protos.trackevent.LogMessageDecoder;
import traceglass.protos.trackevent.ScreenshotDecoder;
import traceglass.protos.trackevent.SourceLocationDecoder;
import traceglass.protos.trackevent.TaskExecutionDecoder;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.protos.trackevent.TrackEventDecoder;
import traceglass.protos.trackevent.UnsymbolizedSourceLocationDecoder;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Creates the arguments of track events: source locations, log messages, typed fields and extensions, debug
/// annotations.
final class TrackEventArgs {

    /// `PRIO_INFO`, the priority of log messages without one.
    private static final int PRIORITY_INFO = 4;

    private final ImportContext context;
    private final StringPool strings;
    private final TrackEventReader reader;
    private final ActiveChromeProcesses activeProcesses;
    private final TaskExecutionDecoder task = new TaskExecutionDecoder();
    private final int[] sourceKeys;
    private final int[] taskKeys;
    private final int mappingKey;
    private final int relPcKey;
    private final int jobKey;
    private final ArgPrefetcher prefetcher;
    private StackProfiles.Mapping inlineMapping;
    private int callsite = InternedStacks.NONE;

    TrackEventArgs(ImportContext context, MessageTypes types, ActiveChromeProcesses activeProcesses) {
        this.context = context;
        this.strings = context.strings();
        this.activeProcesses = activeProcesses;
        sourceKeys = locationKeys("source");
        taskKeys = locationKeys("task.posted_from");
        String symbol = "chrome_mojo_event_info.mojo_interface_method.native_symbol";
        mappingKey = strings.intern(symbol + ".mapping_id");
        relPcKey = strings.intern(symbol + ".rel_pc");
        jobKey = strings.intern("job_scheduler_job.job_name");
        ArgStrings argStrings = ArgStrings.of(strings);
        ProtoArgs protoArgs = new ProtoArgs(context, types);
        addFieldOverrides(protoArgs, argStrings);
        // Prefetching does not help with a single processor.
        prefetcher = Runtime.getRuntime().availableProcessors() < 2
                ? null
                : new ArgPrefetcher(strings, types, prefetchStrings -> {
                    ProtoArgs prefetchArgs = new ProtoArgs(new MessageTypes(), prefetchStrings);
                    addFieldOverrides(prefetchArgs, prefetchStrings);
                    return new TrackEventFiller(prefetchStrings, prefetchArgs);
                });
        reader = new TrackEventReader(new TrackEventFiller(argStrings, protoArgs), prefetcher);
    }

    /// Returns the reader of the events whose arguments are written.
    TrackEventReader reader() {
        return reader;
    }

    /// Returns the prefetcher of arguments, or null if there is none.
    ArgPrefetcher prefetcher() {
        return prefetcher;
    }

    /// Overrides the conversion of fields that refer to other data.
    private void addFieldOverrides(ProtoArgs protoArgs, ArgStrings argStrings) {
        protoArgs.withDebugAnnotations();
        addLocation(protoArgs, argStrings, "begin_impl_frame_args.current_args", "source_location_iid");
        addLocation(protoArgs, argStrings, "begin_impl_frame_args.last_args", "source_location_iid");
        addLocation(protoArgs, argStrings, "begin_frame_observer_state.last_begin_frame_args", "source_location_iid");
        addLocation(protoArgs, argStrings, "chrome_memory_pressure_notification", "creation_location_iid");
        protoArgs.override(
                "chrome_mojo_event_info.mojo_interface_method_iid",
                (args, iid) -> addNativeSymbol(args, argStrings, iid));
        protoArgs.override("job_scheduler_job.job_name_iid", (args, iid) -> {
            int job = argStrings.interned(args.state(), FrameworksBaseInternedData.ANDROID_JOB_NAME_FIELD_NUMBER, iid);
            if (job < 0) {
                return false;
            }
            args.out().addString(jobKey, job);
            return true;
        });
        protoArgs.override("active_processes.pid", (args, pid) -> {
            if (argStrings.isLookupOnly()) {
                argStrings.recordMiss();
            } else {
                activeProcesses.addListed(args.ts(), context.processes().process(pid & 0xFFFF_FFFFL));
            }
            return false;
        });
    }

    private int[] locationKeys(String prefix) {
        return new int[] {
            strings.intern(prefix + ".file_name"),
            strings.intern(prefix + ".function_name"),
            strings.intern(prefix + ".line_number")
        };
    }

    /// Replaces the iid of a source location with the location.
    private void addLocation(ProtoArgs protoArgs, ArgStrings argStrings, String message, String field) {
        int[] keys = locationKeys(message);
        protoArgs.override(message + "." + field, (args, iid) -> {
            Location l = argStrings.isLookupOnly()
                    ? findDecoded(args, argStrings, InternedData.SOURCE_LOCATIONS_FIELD_NUMBER, iid, Location.class)
                    : location(args.state(), iid);
            if (l == null) {
                return false;
            }
            args.out().addString(keys[0], l.file);
            args.out().addString(keys[1], l.function);
            if (l.hasLine) {
                args.out().addInt(keys[2], (int) l.line);
            }
            return true;
        });
    }

    /// Returns the object that the importer has already decoded from an interned message; returns null and records
    /// a miss if there is none.
    private static <T> T findDecoded(ProtoArgs args, ArgStrings argStrings, int field, long iid, Class<T> type) {
        InternedMessage m = args.state() == null ? null : args.state().find(field, iid);
        Object decoded = m == null ? null : m.decoded();
        if (type.isInstance(decoded)) {
            return type.cast(decoded);
        }
        argStrings.recordMiss();
        return null;
    }

    /// An interned location in a binary.
    private record NativeLocation(int mapping, long relPc) {}

    /// Replaces the iid of a location in a binary with the mapping and the address relative to it.
    private boolean addNativeSymbol(ProtoArgs args, ArgStrings argStrings, long iid) {
        NativeLocation location = argStrings.isLookupOnly()
                ? findDecoded(
                        args,
                        argStrings,
                        InternedData.UNSYMBOLIZED_SOURCE_LOCATIONS_FIELD_NUMBER,
                        iid,
                        NativeLocation.class)
                : nativeLocation(args.state(), iid);
        if (location == null) {
            return false;
        }
        args.out().addUint(mappingKey, location.mapping);
        args.out().addUint(relPcKey, location.relPc);
        return true;
    }

    private NativeLocation nativeLocation(SequenceState state, long iid) {
        InternedMessage m =
                state == null ? null : state.interned(InternedData.UNSYMBOLIZED_SOURCE_LOCATIONS_FIELD_NUMBER, iid);
        if (m == null) {
            return null;
        }
        if (m.decoded() instanceof NativeLocation cached) {
            return cached;
        }
        UnsymbolizedSourceLocationDecoder fields = m.decode(new UnsymbolizedSourceLocationDecoder());
        StackProfiles.Mapping mapping = InternedStacks.of(state).mapping(context, state, fields.mappingId());
        if (mapping == null) {
            return null;
        }
        NativeLocation location = new NativeLocation(mapping.row(), fields.relPc());
        // A location in a mapping with addresses differs between the processes for which the sequence writes, so it is
        // not cached.
        if (mapping.hasNoAddresses()) {
            m.cacheDecoded(location);
        }
        return location;
    }

    /// An interned source location with string ids.
    private record Location(int file, int function, boolean hasLine, long line, int rawFile) {}

    private Location location(SequenceState state, long iid) {
        InternedMessage m =
                iid == 0 || state == null ? null : state.interned(InternedData.SOURCE_LOCATIONS_FIELD_NUMBER, iid);
        if (m == null) {
            return null;
        }
        if (m.decoded() instanceof Location location) {
            return location;
        }
        SourceLocationDecoder fields = m.decode(new SourceLocationDecoder());
        String file =
                new String(fields.buffer(), fields.fileNameOffset(), fields.fileNameLength(), StandardCharsets.UTF_8);
        int function = fields.hasFunctionName()
                ? strings.intern(fields.buffer(), fields.functionNameOffset(), fields.functionNameLength())
                : StringPool.NULL;
        // Windows paths are normalized, so that queries match paths of all systems.
        Location l = new Location(
                strings.intern(file.replace('\\', '/')),
                function,
                fields.hasLineNumber(),
                fields.lineNumber() & 0xFFFF_FFFFL,
                strings.intern(file));
        m.cacheDecoded(l);
        return l;
    }

    /// Writes the arguments of the current event. Parts that cannot be written are counted and skipped.
    void write(
            ArgSetBuilder b,
            SequenceState state,
            long ts,
            int utid,
            int upid,
            boolean hasSourceId,
            long sourceId,
            int passthroughUtid) {
        TrackEventDecoder e = reader.message().fields();
        if (e.hasSourceLocationIid()) {
            countErrorUnless(addSourceLocation(b, state, e.sourceLocationIid(), sourceKeys));
        }
        if (e.hasTaskExecution()) {
            countErrorUnless(addSourceLocation(b, state, e.taskExecution(task).postedFromIid(), taskKeys));
        }
        if (e.hasLogMessage()) {
            countErrorUnless(addLogMessage(b, e, state, ts, utid));
        }
        if (e.hasScreenshot()) {
            addScreenshot(b, e);
        }
        if (e.hasChromeHistogramSample()) {
            countErrorUnless(addHistogram(b, e, state));
        }
        if (e.hasChromeActiveProcesses()) {
            addActiveProcesses(e, ts);
        }
        addCorrelation(b, e, state);
        if (hasSourceId) {
            b.addInt(strings.intern("legacy_trace_source_id"), sourceId);
        }
        countErrorUnless(addCallstackArg(e, state, upid));
        for (int failed = reader.writeArgs(b, state, ts); failed > 0; failed--) {
            countErrorUnless(false);
        }
        if (reader.unknownFields() > 0) {
            context.stats().add(StatNames.UNKNOWN_EXTENSION_FIELDS, reader.unknownFields());
        }
        if (passthroughUtid != ProcessTracker.NONE) {
            int key = strings.intern("legacy_event.passthrough_utid");
            b.addIfAbsent(key, key, ArgSetBuilder.Type.UINT, passthroughUtid);
        }
    }

    private void countErrorUnless(boolean isWritten) {
        if (!isWritten) {
            context.stats().increment(StatNames.TRACK_EVENT_PARSER_ERRORS);
        }
    }

    private boolean addSourceLocation(ArgSetBuilder b, SequenceState state, long iid, int[] keys) {
        Location l = location(state, iid);
        if (l == null) {
            return false;
        }
        b.addString(keys[0], l.file);
        b.addString(keys[1], l.function);
        b.addUint(keys[2], l.line);
        return true;
    }

    private boolean addLogMessage(ArgSetBuilder b, TrackEventDecoder e, SequenceState state, long ts, int utid) {
        if (utid == ProcessTracker.NONE) {
            return false;
        }
        LogMessageDecoder log = e.logMessage(new LogMessageDecoder());
        int priority = log.hasPrio() ? log.prio() >= 0 && log.prio() <= 7 ? log.prio() : 0 : PRIORITY_INFO;
        int body = state.internedString(InternedData.LOG_MESSAGE_BODY_FIELD_NUMBER, log.bodyIid());
        if (body < 0) {
            return false;
        }
        b.addString(strings.intern("track_event.log_message.message"), body);
        int tag = StringPool.NULL;
        if (log.hasSourceLocationIid()) {
            Location l = location(state, log.sourceLocationIid());
            if (l == null) {
                return false;
            }
            tag = strings.intern(strings.get(l.rawFile) + ":" + l.line);
            b.addString(strings.intern("track_event.log_message.file_name"), l.rawFile);
            b.addString(strings.intern("track_event.log_message.function_name"), l.function);
            b.addInt(strings.intern("track_event.log_message.line_number"), l.line);
        }
        if (log.hasPrio()) {
            b.addInt(strings.intern("track_event.priority"), priority);
        }
        Table logs = context.storage().table(TableNames.Logs.TABLE);
        int row = logs.addRow();
        logs.longs(TableNames.Logs.TS).set(row, ts);
        logs.ints(TableNames.Logs.UTID).set(row, utid);
        logs.longs(TableNames.Logs.PRIO).set(row, priority);
        logs.strings(TableNames.Logs.LOG_SOURCE).set(row, strings.intern("android_logcat"));
        logs.strings(TableNames.Logs.TAG).set(row, tag);
        logs.strings(TableNames.Logs.MSG).set(row, body);
        return true;
    }

    private void addScreenshot(ArgSetBuilder b, TrackEventDecoder e) {
        ScreenshotDecoder screenshot = e.screenshot(new ScreenshotDecoder());
        if (screenshot.hasJpgImage()) {
            addImage(b, "screenshot.jpg_image", screenshot.jpgImage());
        }
        if (screenshot.hasPamImage()) {
            addImage(b, "screenshot.pam_image", screenshot.pamImage());
        }
        if (screenshot.hasPpmImage()) {
            addImage(b, "screenshot.ppm_image", screenshot.ppmImage());
        }
    }

    private void addImage(ArgSetBuilder b, String key, byte[] image) {
        b.addString(strings.intern(key), strings.intern(Base64.getEncoder().encodeToString(image)));
    }

    private boolean addHistogram(ArgSetBuilder b, TrackEventDecoder e, SequenceState state) {
        ChromeHistogramSampleDecoder sample = e.chromeHistogramSample(new ChromeHistogramSampleDecoder());
        if (!sample.hasNameIid()) {
            return true;
        }
        int name = sample.hasName()
                ? -1
                : state.internedString(InternedData.HISTOGRAM_NAMES_FIELD_NUMBER, sample.nameIid());
        if (name < 0) {
            return false;
        }
        b.addString(strings.intern("chrome_histogram_sample.name"), name);
        return true;
    }

    private void addActiveProcesses(TrackEventDecoder e, long ts) {
        ChromeActiveProcessesDecoder active = e.chromeActiveProcesses(new ChromeActiveProcessesDecoder());
        for (int i = 0; i < active.pidCount(); i++) {
            activeProcesses.addListed(ts, context.processes().process(Integer.toUnsignedLong(active.pid(i))));
        }
    }

    private void addCorrelation(ArgSetBuilder b, TrackEventDecoder e, SequenceState state) {
        if (e.hasCorrelationId()) {
            b.addString(
                    strings.intern("correlation_id"),
                    strings.intern("tp:#" + Long.toUnsignedString(e.correlationId())));
        }
        if (e.hasCorrelationIdStr()) {
            b.addString(
                    strings.intern("correlation_id"),
                    strings.intern(e.buffer(), e.correlationIdStrOffset(), e.correlationIdStrLength()));
        }
        if (e.hasCorrelationIdStrIid()) {
            int id = state.internedString(InternedData.CORRELATION_ID_STR_FIELD_NUMBER, e.correlationIdStrIid());
            if (id >= 0) {
                b.addString(strings.intern("correlation_id"), id);
            }
        }
    }

    /// Clears the callstack of the previous event.
    void clearCallstack() {
        callsite = InternedStacks.NONE;
    }

    /// Writes the callstack of the event for its slice.
    void addCallstack(int slice, int track) {
        if (callsite < 0) {
            return;
        }
        TrackEventDecoder e = reader.message().fields();
        Table table = context.storage().table(TableNames.TrackEventCallstacks.TABLE);
        int row = table.addRow();
        table.ints(TableNames.TrackEventCallstacks.SLICE_ID).set(row, slice);
        table.ints(TableNames.TrackEventCallstacks.TRACK_ID).set(row, track);
        table.ints(e.type() == TrackEvent.Type.TYPE_SLICE_END_VALUE ? "end_callsite_id" : "callsite_id")
                .set(row, callsite);
        if (e.hasCallstackWeight()) {
            table.doubles(TableNames.TrackEventCallstacks.WEIGHT).set(row, e.callstackWeight());
        }
        callsite = InternedStacks.NONE;
    }

    private boolean addCallstackArg(TrackEventDecoder e, SequenceState state, int upid) {
        callsite = InternedStacks.NONE;
        if (e.hasCallstackIid()) {
            if (state.interned(InternedData.CALLSTACKS_FIELD_NUMBER, e.callstackIid()) == null) {
                return false;
            }
            int process = upid == ProcessTracker.NONE ? InternedStacks.NONE : upid;
            callsite = InternedStacks.of(state).callstack(context, state, process, e.callstackIid());
            return callsite >= 0;
        }
        if (e.hasCallstack()) {
            addInlineCallstack(e);
        }
        return true;
    }

    /// Reads an inline callstack, frame by frame from the outermost one.
    private void addInlineCallstack(TrackEventDecoder e) {
        if (inlineMapping == null) {
            inlineMapping = context.stackProfiles().dummy("track_event_inline");
        }
        int depth = 0;
        InlineCallstackDecoder frames = e.callstack(new InlineCallstackDecoder());
        InlineFrameDecoder frame = new InlineFrameDecoder();
        for (int i = 0; i < frames.framesCount(); i++) {
            int function = frames.frames(i, frame).functionNameId(strings);
            int source = frame.hasSourceFile() ? frame.sourceFileId(strings) : -1;
            long line = frame.hasLineNumber() ? Integer.toUnsignedLong(frame.lineNumber()) : -1;
            callsite = context.stackProfiles()
                    .callsite(callsite, inlineMapping.dummyFrame(function, source, line), depth++);
        }
    }
}
