package traceglass.ingest.textstacks;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.tracker.stack.NamedFrames;

/// Frames of the cost centres of Haskell programs.
public final class GhcFrames {

    /// Source locations are `Main.hs:17:1-8` or `Main.hs:(21,1)-(38,42)`.
    private static final Pattern LOCATION = Pattern.compile("(.+?):\\(?(\\d{1,9})\\b.*");

    private GhcFrames() {}

    /// Returns the frame of a cost centre. Labels are unique only within a module.
    ///
    /// @param module name of the module, may be empty
    /// @param location source location, or null
    public static int frame(NamedFrames frames, String label, String module, String location) {
        String name = module.isEmpty() || label.equals(module) ? label : module + "." + label;
        Matcher m = LOCATION.matcher(location == null ? "" : location);
        return m.matches()
                ? frames.frame(null, name, m.group(1), Long.parseLong(m.group(2)))
                : frames.frame(null, name);
    }
}
