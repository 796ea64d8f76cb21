package traceglass.service.core;

/// Error messages for consumers.
final class ServiceErrors {
    static final String HAS_SESSION =
            "This consumer already has a tracing session: free its buffers before enabling another one";
    static final String TRIGGER_MODE = "The trigger_config has an invalid trigger_mode";
    static final String CLONE_SNAPSHOT =
            "trigger_config.use_clone_snapshot_if_available needs trigger_mode: STOP_TRACING";
    static final String TRIGGER_AND_DURATION = "duration_ms must not be set together with triggers";
    static final String BUGREPORT_NAME = "bugreport_filename contains invalid characters. Use a-z A-Z 0-9 - _ .";
    static final String TRIGGER_AND_FILE = "STOP_TRACING and CLONE_SNAPSHOT triggers don't support write_into_file";
    static final String DEFERRED = "deferred_start is not allowed with enable_extra_guardrails";
    static final String BUFFER_ALIGNMENT = "Buffer sizes must be multiples of 4 KB with enable_extra_guardrails";
    static final String FILE_CHOICE = "write_into_file needs either a file descriptor or an output_path";
    static final String NOT_ITS_USER =
            "the service does not create files for network clients, or as root for other users."
                    + " Pass a file descriptor, or remove write_into_file";
    static final String BUFFER_SIZE = "The size of a buffer is invalid or there is not enough memory for it";
    static final String BOOST_POLICY = "Invalid priority_boost: the policy is missing or unknown";
    static final String BOOST = "This service can't boost priorities. Remove priority_boost from the trace config";
    static final String ENDED = "The original session ended";
    static final String NO_SESSION = "The tracing session was not found";
    static final String OTHER_USER = "Not allowed to clone a session of another user";
    static final String ATTACHED = "The consumer is attached to another session";
    static final String NO_MEMORY = "Not enough memory for the buffers of the clone";
    static final String NO_BUGREPORT = "SaveTraceForBugreport is deprecated; clone the session instead";

    private ServiceErrors() {}

    static String tooLong(long length, long limit) {
        return "The duration of the trace is too long (" + length + " ms > " + limit + " ms)";
    }

    static String triggerTimeout(long limit) {
        return "trigger_config.trigger_timeout_ms must be positive and at most " + limit + " ms";
    }

    static String duplicateTrigger(String name) {
        return "The trigger name \"" + name + "\" is used twice";
    }

    static String invalidPattern(String pattern) {
        return "\"" + pattern + "\" is not a valid regular expression";
    }

    static String buffersTooLarge(long kb, long limit) {
        return "The buffers are too large (" + kb + " KB > " + limit + " KB)";
    }

    static String tooManyBuffers(int count) {
        return "Too many buffers configured (" + count + " > " + Limits.BUFFERS_PER_SESSION + ")";
    }

    static String duplicateBuffer(String name, int first, int second) {
        return "The buffer name \"" + name + "\" is used twice, by buffers " + first + " and " + second;
    }

    static String unknownBuffer(String source, String name) {
        return "Data source \"" + source + "\": target_buffer_name \"" + name + "\" doesn't exist";
    }

    static String bufferMismatch(String source, String name, int index) {
        return "Data source \"" + source + "\": target_buffer_name \"" + name + "\" and target_buffer " + index
                + " are different buffers";
    }

    static String bufferOutOfBounds(String source, long index) {
        return "Data source \"" + source + "\": target_buffer " + index + " is out of bounds";
    }

    static String exclusive(long priority) {
        return "An exclusive session with priority " + priority + " is active";
    }

    static String aborted(long priority) {
        return "Aborted due to a higher-priority (" + priority + ") exclusive session";
    }

    static String nameTaken(String name) {
        return "A trace with the unique session name \"" + name + "\" already exists";
    }

    static String semaphore(String name) {
        return "The session semaphore \"" + name + "\" is exceeded";
    }

    static String tooRecent(String name) {
        return "A trace with the unique session name \"" + name + "\" began less than 300 s ago";
    }

    static String tooManyOfUser(int uid) {
        return "Too many concurrent tracing sessions of user " + Integer.toUnsignedString(uid) + " (limit "
                + Limits.SESSIONS_PER_USER + ")";
    }

    static String tooMany() {
        return "Too many concurrent tracing sessions (limit " + Limits.SESSIONS + ")";
    }

    static String invalidFilter(String reason) {
        return "The trace_filter is invalid: " + reason;
    }

    static String cantWrite(String reason) {
        return "Failed to write the trace file, so the session ended: " + reason;
    }

    static String noFile(String path, String reason) {
        return "Failed to create the trace file \"" + path + "\": " + reason;
    }
}
