package traceglass.app.io;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// Creates options and parameters of picocli without annotations.
///
/// Picocli reads annotations by reflection through proxy classes that no AOT cache contains, which takes a tenth of a
/// second at startup. The commands that start most often use this class; others may have annotations.
public final class OptionSpecs {

    private OptionSpecs() {}

    /// Creates an option without a value.
    public static OptionSpec.Builder flag(String name, Supplier<Boolean> get, Consumer<Boolean> set) {
        return OptionSpec.builder(name)
                .type(boolean.class)
                .initialValue(get.get())
                .getter(new Getter(get))
                .setter(new Setter<>(set));
    }

    /// Creates an option with a value.
    public static <T> OptionSpec.Builder value(Class<T> type, Supplier<T> get, Consumer<T> set, String... names) {
        return OptionSpec.builder(names)
                .type(type)
                .initialValue(get.get())
                .getter(new Getter(get))
                .setter(new Setter<>(set));
    }

    /// Creates an option that can be repeated.
    public static <T> OptionSpec.Builder list(
            String name, Class<T> type, Supplier<List<T>> get, Consumer<List<T>> set) {
        return OptionSpec.builder(name)
                .type(List.class)
                .auxiliaryTypes(type)
                .initialValue(get.get())
                .getter(new Getter(get))
                .setter(new Setter<>(set));
    }

    /// Creates a positional parameter.
    public static <T> PositionalParamSpec.Builder parameter(Class<T> type, Supplier<T> get, Consumer<T> set) {
        return PositionalParamSpec.builder()
                .type(type)
                .initialValue(get.get())
                .getter(new Getter(get))
                .setter(new Setter<>(set));
    }

    /// Creates positional parameters that are collected in a list.
    public static <T> PositionalParamSpec.Builder parameters(
            Class<T> type, Supplier<List<T>> get, Consumer<List<T>> set) {
        return PositionalParamSpec.builder()
                .type(List.class)
                .auxiliaryTypes(type)
                .initialValue(get.get())
                .getter(new Getter(get))
                .setter(new Setter<>(set));
    }

    /// Adds the options for help and the version, as `mixinStandardHelpOptions` does for annotated commands.
    public static void addHelp(CommandSpec spec) {
        spec.addOption(OptionSpec.builder("-h", "--help")
                .type(boolean.class)
                .usageHelp(true)
                .description(OutputTexts.SHOW_HELP)
                .build());
        spec.addOption(OptionSpec.builder("-V", "--version")
                .type(boolean.class)
                .versionHelp(true)
                .description(OutputTexts.SHOW_VERSION)
                .build());
    }

    private record Getter(Supplier<?> source) implements IGetter {

        @Override
        @SuppressWarnings("unchecked") // Declared by picocli: the caller knows the type.
        public <T> T get() {
            return (T) source.get();
        }
    }

    private record Setter<V>(Consumer<V> target) implements ISetter {

        @Override
        @SuppressWarnings("unchecked") // Picocli passes values of the type of the option.
        public <T> T set(T value) {
            target.accept((V) value);
            return value;
        }
    }
}
