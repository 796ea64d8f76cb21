package traceglass.analysis.tree;

import java.util.Comparator;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/// Comparators like those of [Comparator], but without its lambdas: they can be serialized, and such are not kept for
/// quick starts but linked anew, which took a window longer than all that it had to sort.
public final class Order {

    private Order() {}

    /// By a number, smallest first.
    public static <T> Comparator<T> by(ToLongFunction<? super T> key) {
        return (a, b) -> Long.compare(key.applyAsLong(a), key.applyAsLong(b));
    }

    /// By a number, largest first.
    public static <T> Comparator<T> byDescending(ToLongFunction<? super T> key) {
        return (a, b) -> Long.compare(key.applyAsLong(b), key.applyAsLong(a));
    }

    /// By a text; those without come first.
    public static <T> Comparator<T> byText(Function<? super T, String> key) {
        return (a, b) -> compare(key.apply(a), key.apply(b));
    }

    private static int compare(String a, String b) {
        return a == null ? b == null ? 0 : -1 : b == null ? 1 : a.compareTo(b);
    }

    /// By the first of these that does not find both the same.
    @SafeVarargs
    public static <T> Comparator<T> inTurn(Comparator<? super T>... orders) {
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
