package traceglass.ingest.systrace;

/// Event that the kernel prints without its name:
///
/// ```
/// sys_openat(dfd: ffffff9c, filename: 7f2b0b96195a, flags: 80000)
/// sys_openat -> 0x3
/// ext4_file_getattr+0x10/0xbc <-vfs_getattr_nosec+0x68/0x7c
/// <stack trace>
/// ```
///
/// @param event name as in the kernel's list of events
/// @param args text of the fields
record UnnamedEvent(String event, String args) {

    private static final String CALL = "sys_";
    private static final String RETURNS = " -> ";
    private static final String CALLER = " <-";
    private static final String STACK = "<stack trace>";
    private static final String USER_STACK = "<user stack trace>";

    /// Parses the text at an index of a line; returns null if it is not such an event.
    static UnnamedEvent parse(String line, int from) {
        if (line.startsWith(CALL, from)) {
            return parseCall(line, from);
        }
        if (line.startsWith(STACK, from)) {
            return new UnnamedEvent("kernel_stack", "");
        }
        if (line.startsWith(USER_STACK, from)) {
            return new UnnamedEvent("user_stack", "");
        }
        int end = line.indexOf(' ', from);
        if (end > from && line.startsWith(CALLER, end)) {
            String caller = line.substring(end + CALLER.length()).strip();
            return new UnnamedEvent("function", "ip=" + line.substring(from, end) + " parent_ip=" + caller);
        }
        return null;
    }

    private static UnnamedEvent parseCall(String line, int from) {
        int end = from + CALL.length();
        while (end < line.length() && (Character.isLetterOrDigit(line.charAt(end)) || line.charAt(end) == '_')) {
            end++;
        }
        String name = line.substring(from + CALL.length(), end);
        if (line.startsWith(RETURNS, end)) {
            return new UnnamedEvent(
                    TextSyscalls.EXIT + name,
                    line.substring(end + RETURNS.length()).strip());
        }
        int close = line.lastIndexOf(')');
        return end < line.length() && line.charAt(end) == '(' && close > end
                ? new UnnamedEvent(TextSyscalls.ENTER + name, line.substring(end + 1, close))
                : null;
    }
}
