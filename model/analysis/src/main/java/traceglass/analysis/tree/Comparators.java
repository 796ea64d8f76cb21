package traceglass.analysis.tree;

import java.util.Comparator;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/// Comparators like those of [Comparator], but without its serializable lambdas: these are not stored in the AOT
/// cache but linked at each start, which takes longer than all the sorting for a window.
public final class Comparators {

    private Comparators() {}

    /// Compares by a number, smallest first.
    public static <T> Comparator<T> by(ToLongFunction<? super T> key) {
        return (a, b) -> Long.compare(key.applyAsLong(a), key.applyAsLong(b));
    }

    /// Compares by a number, largest first.
    public static <T> Comparator<T> byDescending(ToLongFunction<? super T> key) {
        return (a, b) -> Long.compare(key.applyAsLong(b), key.applyAsLong(a));
    }

    /// Compares by a string; null comes first.
    public static <T> Comparator<T> byText(Function<? super T, String> key) {
        return (a, b) -> compare(key.apply(a), key.apply(b));
    }

    private static int compare(String a, String b) {
        return a == null ? b == null ? 0 : -1 : b == null ? 1 : a.compareTo(b);
    }

    /// Returns a comparator that uses the first of the given ones that does not return 0.
    @SafeVarargs
    public static <T> Comparator<T> chained(Comparator<? super T>... orders) {
        return (a, b) -> {
            for (Comparator<? super T> order : orders) {
                int result = order.compare(a, b);
                if (result != 0) {
                    return result;
                }
            }
            return 0;
        };
    }
}
