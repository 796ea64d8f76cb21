package traceglass.engine.rpc;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.EngineOptions;
import traceglass.engine.QuerySession;
import traceglass.engine.TraceProcessor;
import traceglass.ingest.open.FormatDetector;
import traceglass.protos.processor.AppendTraceDataResult;
import traceglass.protos.processor.FinalizeDataResult;
import traceglass.protos.processor.RegisterSqlPackageArgs;
import traceglass.protos.processor.RegisterSqlPackageResult;
import traceglass.protos.processor.ResetTraceProcessorArgs;
import traceglass.sql.modules.ModuleLibrary;

/// The trace of a server, its session, and a trace that arrives in pieces. Used by one thread at a time, except where
/// noted.
final class ServedTrace {

    /// A first piece with fewer bytes may belong to any trace.
    private static final int MIN_SNIFF_BYTES = 8;
    private static final int MAX_SNIFF_BYTES = 64 << 10;

    private final EngineOptions initial;
    private final Map<String, String> modules;
    private EngineOptions options;
    private final SummarizerCalls summarizers = new SummarizerCalls();

    private @Nullable TraceProcessor trace;
    private volatile @Nullable QuerySession session;
    private volatile String name = "";
    /// Whether pieces of the current upload were lost.
    private boolean hasUploadFailed;
    /// Reason why the last upload could not be opened; null if it could.
    private @Nullable String problem;
    /// A trace that arrives in pieces; complete once `trace` is set.
    private @Nullable TraceUpload upload;

    /// @param modules texts of SQL modules by name, which each trace gets
    ServedTrace(EngineOptions options, Map<String, String> modules) {
        initial = options;
        this.options = options;
        this.modules = modules;
    }

    SummarizerCalls summarizers() {
        return summarizers;
    }

    /// Name of the trace; empty if it has none. For any thread.
    String name() {
        return name;
    }

    /// Cancels the running query; can be called from any thread.
    void cancelQuery() {
        QuerySession busy = session;
        if (busy != null) {
            busy.cancel();
        }
    }

    /// Replaces the trace.
    ///
    /// @throws EngineException if it can't be read
    void open(Path file) {
        drop();
        switchTo(TraceProcessor.open(file, options), String.valueOf(file.getFileName()));
    }

    private void switchTo(TraceProcessor opened, String newName) {
        modules.forEach(opened::addModule);
        trace = opened;
        session = opened.newSession();
        name = newName;
    }

    /// The session of the trace. Without a trace, clients may query an empty one. Null while a trace arrives, and after
    /// a trace could not be opened: some clients ignore that error, and would mistake an empty result for an
    /// answer.
    @Nullable
    QuerySession session() {
        if (session == null && upload == null && problem == null) {
            switchTo(TraceProcessor.open(new byte[0], options.withoutCache()), "");
        }
        return session;
    }

    /// Returns the reason why there is no session.
    String unavailableReason() {
        return problem == null ? RpcEngine.NO_TRACE : problem;
    }

    /// The trace of [#session].
    @Nullable
    TraceProcessor trace() {
        session();
        return trace;
    }

    /// Adds a piece of a trace. A piece after the end of a trace starts a new one.
    AppendTraceDataResult append(ByteString chunk) {
        AppendTraceDataResult.Builder result = AppendTraceDataResult.newBuilder();
        if (chunk.isEmpty()) {
            return result.setTotalBytesParsed(upload == null ? 0 : upload.bytes())
                    .build();
        }
        if (trace != null) {
            drop();
        }
        if (hasUploadFailed) {
            return result.setError("An earlier piece of the trace is missing").build();
        }
        if (upload == null && chunk.size() >= MIN_SNIFF_BYTES) {
            // Clients check for errors in the replies to pieces, but not in the reply to the end of a trace.
            Optional<String> unreadable = FormatDetector.problemOfText(
                    chunk.substring(0, Math.min(chunk.size(), MAX_SNIFF_BYTES)).toByteArray());
            if (unreadable.isPresent()) {
                return appendError(result, "The file " + unreadable.get());
            }
        }
        problem = null;
        try {
            TraceUpload target = upload == null ? TraceUpload.begin() : upload;
            upload = target;
            return result.setTotalBytesParsed(target.add(chunk)).build();
        } catch (IOException e) {
            dropUpload();
            return appendError(result, "Can't store the trace: " + e.getMessage());
        }
    }

    private AppendTraceDataResult appendError(AppendTraceDataResult.Builder result, String error) {
        hasUploadFailed = true;
        problem = error;
        return result.setError(error).build();
    }

    /// Ends a trace that was received in pieces, and opens it.
    FinalizeDataResult finish() {
        if (trace != null) {
            return FinalizeDataResult.getDefaultInstance();
        }
        if (hasUploadFailed) {
            hasUploadFailed = false;
            return finalizeError("A piece of the trace is missing");
        }
        try {
            TraceUpload complete = upload == null ? TraceUpload.begin() : upload;
            upload = complete;
            switchTo(TraceProcessor.open(complete.end(), options.withoutCache()), "");
            return FinalizeDataResult.getDefaultInstance();
        } catch (EngineException | IOException e) {
            dropUpload();
            return finalizeError(String.valueOf(e.getMessage()));
        }
    }

    private FinalizeDataResult finalizeError(String error) {
        problem = error;
        return FinalizeDataResult.newBuilder().setError(error).build();
    }

    /// Drops all objects that clients created.
    void restoreInitialTables() {
        QuerySession old = session;
        if (trace != null && old != null) {
            old.close();
            QuerySession fresh = trace.newSession();
            session = fresh;
            summarizers.restart(fresh);
        }
    }

    /// Adds SQL modules to the trace.
    RegisterSqlPackageResult register(RegisterSqlPackageArgs args) {
        RegisterSqlPackageResult.Builder result = RegisterSqlPackageResult.newBuilder();
        TraceProcessor current = trace();
        if (current == null) {
            return result.setError(unavailableReason()).build();
        }
        String prefix = args.getPackageName() + ".";
        for (RegisterSqlPackageArgs.Module module : args.getModulesList()) {
            String added = module.getName();
            String problem = ModuleLibrary.problemOf(added);
            if (problem != null) {
                return result.setError(problem).build();
            }
            if (!added.startsWith(prefix)) {
                return result.setError("Module " + added + " is not in package " + args.getPackageName())
                        .build();
            }
            if (!args.getAllowOverride() && current.modules().contains(added)) {
                return result.setError("Module " + added + " is already registered")
                        .build();
            }
        }
        args.getModulesList().forEach(m -> current.addModule(m.getName(), m.getSql()));
        return result.build();
    }

    /// Closes the trace.
    ///
    /// @param args options for reading the next traces; missing values are those from the start of the server
    void reset(ResetTraceProcessorArgs args) {
        drop();
        options = initial;
        if (args.hasDropTrackEventDataBefore()) {
            options = options.withCroppedTrackEvents(args.getDropTrackEventDataBefore()
                    == ResetTraceProcessorArgs.DropTrackEventDataBefore.TRACK_EVENT_RANGE_OF_INTEREST);
        }
        if (args.hasAnalyzeTraceProtoContent()) {
            options = options.withContentAnalysis(args.getAnalyzeTraceProtoContent());
        }
    }

    /// Closes the trace and discards an incomplete upload.
    void drop() {
        if (trace != null) {
            trace.close();
        }
        trace = null;
        session = null;
        summarizers.restart(null);
        name = "";
        problem = null;
        hasUploadFailed = false;
        dropUpload();
    }

    private void dropUpload() {
        if (upload != null) {
            upload.delete();
            upload = null;
        }
    }
}
