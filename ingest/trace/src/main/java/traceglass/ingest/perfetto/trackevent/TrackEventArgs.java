package traceglass.ingest.perfetto.trackevent;

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
    private final SourceLocations locations;
    private final int mappingKey;
    private final int relPcKey;
    private final int jobKey;
    private final ArgPrefetcher prefetcher;
    private StackProfiles.Mapping inlineMapping;
    private int callsite = InternedStacks.NONE;

    TrackEventArgs(
            ImportContext context,
            MessageTypes types,
            ActiveChromeProcesses activeProcesses,
            TrackEventExtensions extensions) {
        this.context = context;
        this.strings = context.strings();
        this.activeProcesses = activeProcesses;
        locations = new SourceLocations(strings);
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
                    return new TrackEventFiller(prefetchStrings, prefetchArgs, locations, extensions);
                });
        reader = new TrackEventReader(new TrackEventFiller(argStrings, protoArgs, locations, extensions), prefetcher);
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

    /// Replaces the iid of a source location with the location.
    private void addLocation(ProtoArgs protoArgs, ArgStrings argStrings, String message, String field) {
        int[] keys = locations.keys(message);
        protoArgs.override(message + "." + field, (args, iid) -> {
            SourceLocations.Location l = argStrings.isLookupOnly()
                    ? SourceLocations.findDecoded(args.state(), argStrings, iid)
                    : locations.find(args.state(), iid);
            if (l == null) {
                return false;
            }
            args.out().addString(keys[0], l.file());
            args.out().addString(keys[1], l.function());
            if (l.hasLine()) {
                args.out().addInt(keys[2], (int) l.line());
            }
            return true;
        });
    }

    /// An interned location in a binary.
    private record NativeLocation(int mapping, long relPc) {}

    /// Replaces the iid of a location in a binary with the mapping and the address relative to it.
    private boolean addNativeSymbol(ProtoArgs args, ArgStrings argStrings, long iid) {
        NativeLocation location = argStrings.isLookupOnly()
                ? InternedObjects.findDecoded(
                        args.state(),
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
        countErrors(locations.add(b, state, e, task));
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
        countErrors(reader.writeArgs(b, state, ts));
        if (reader.unknownFields() > 0) {
            context.stats().add(StatNames.UNKNOWN_EXTENSION_FIELDS, reader.unknownFields());
        }
        if (passthroughUtid != ProcessTracker.NONE) {
            int key = strings.intern("legacy_event.passthrough_utid");
            b.addIfAbsent(key, key, ArgSetBuilder.Type.UINT, passthroughUtid);
        }
    }

    private void countErrorUnless(boolean isWritten) {
        countErrors(isWritten ? 0 : 1);
    }

    private void countErrors(int count) {
        if (count > 0) {
            context.stats().add(StatNames.TRACK_EVENT_PARSER_ERRORS, count);
        }
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
            SourceLocations.Location l = locations.find(state, log.sourceLocationIid());
            if (l == null) {
                return false;
            }
            tag = strings.intern(strings.get(l.rawFile()) + ":" + l.line());
            b.addString(strings.intern("track_event.log_message.file_name"), l.rawFile());
            b.addString(strings.intern("track_event.log_message.function_name"), l.function());
            b.addInt(strings.intern("track_event.log_message.line_number"), l.line());
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
