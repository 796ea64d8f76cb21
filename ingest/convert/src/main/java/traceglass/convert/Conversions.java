package traceglass.convert;

import java.util.List;
import java.util.Optional;
import traceglass.convert.format.Conversion;
import traceglass.convert.ftracetext.SystraceConversion;
import traceglass.convert.json.JsonConversion;
import traceglass.convert.perfetto.PerfettoConversion;
import traceglass.convert.profile.CollapsedConversion;
import traceglass.convert.profile.FirefoxConversion;
import traceglass.convert.profile.PprofConversion;
import traceglass.convert.profile.SpeedscopeConversion;
import traceglass.convert.text.BinaryConversion;
import traceglass.convert.text.TextConversion;

/// All formats to which traces can be converted, in the order of the help text.
public final class Conversions {

    private static final List<Conversion> ALL = List.of(
            new TextConversion(),
            new BinaryConversion(),
            new JsonConversion(),
            new SystraceConversion(false),
            new SystraceConversion(true),
            new PprofConversion(),
            new CollapsedConversion(),
            new SpeedscopeConversion(),
            new FirefoxConversion(),
            new PerfettoConversion());

    private Conversions() {}

    public static List<Conversion> all() {
        return ALL;
    }

    /// Returns the format with this id.
    public static Optional<Conversion> byId(String id) {
        return ALL.stream().filter(c -> c.id().equals(id)).findFirst();
    }
}
