package traceglass.sql.rules;

import traceglass.sql.bind.Binding;
import traceglass.sql.conversions.ValueConversions;

/// A common table expression that reads itself is recursive without the word RECURSIVE.
final class RecursiveTables {

    private RecursiveTables() {}

    static void apply(Binding binding, ValueConversions conversions) {
        if (binding.hasUndeclaredRecursion()) {
            conversions.markRecursive();
        }
    }
}
