package traceglass.app.mcp;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import traceglass.engine.QuerySession;
import traceglass.engine.TraceProcessor;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.TraceOpener;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// A trace that an agent has opened.
final class AgentTrace implements AutoCloseable {

    private static final int MAX_SESSIONS = 8;

    /// A session that keeps objects created by its queries. Used by one query at a time.
    record NamedSession(QuerySession session, ReentrantLock lock) {}

    private final String id;
    private final Path file;
    private final TraceProcessor processor;
    private final StoreOptions options;
    private final Map<String, NamedSession> sessions = new LinkedHashMap<>();
    private @Nullable NamedSession explanations;

    AgentTrace(String id, Path file, TraceProcessor processor, StoreOptions options) {
        this.id = id;
        this.file = file;
        this.processor = processor;
        this.options = options;
    }

    String id() {
        return id;
    }

    Path file() {
        return file;
    }

    String name() {
        return String.valueOf(file.getFileName());
    }

    TraceProcessor processor() {
        return processor;
    }

    /// Returns the options to open the database of the trace again.
    StoreOptions options() {
        return options;
    }

    /// Opens the database of the trace a second time, for analyses outside the queries. The caller closes it.
    TraceStore store() throws ToolProblem {
        try {
            return TraceOpener.open(file, options, new ImportProgress()).store();
        } catch (TraceProblem e) {
            throw new ToolProblem(String.valueOf(e.getMessage()));
        }
    }

    /// Returns the session with this name, and creates it if it does not exist.
    ///
    /// @throws ToolProblem if there are too many sessions
    NamedSession session(String name) throws ToolProblem {
        synchronized (sessions) {
            NamedSession session = sessions.get(name);
            if (session == null) {
                if (sessions.size() >= MAX_SESSIONS) {
                    throw new ToolProblem(McpTexts.tooManySessions(sessions.keySet()));
                }
                session = new NamedSession(processor.newSession(), new ReentrantLock());
                sessions.put(name, session);
            }
            return session;
        }
    }

    /// Returns the session for explanations, which computes the module tables that they need only once.
    /// If it is busy, callers use another session.
    NamedSession explanations() {
        synchronized (sessions) {
            NamedSession session = explanations;
            if (session == null) {
                session = new NamedSession(processor.newSession(), new ReentrantLock());
                explanations = session;
            }
            return session;
        }
    }

    @Override
    public void close() {
        processor.close();
    }
}
