package traceglass.sdk;

/// Types of track events with their number in the format. Both counter types have the same number; they differ only in
/// how this SDK encodes the value.
enum EventKind {
    BEGIN(1),
    END(2),
    INSTANT(3),
    COUNTER(4),
    DOUBLE_COUNTER(4),
    STATE(5);

    final int number;

    EventKind(int number) {
        this.number = number;
    }

    /// Returns whether events of this type have a category and a name.
    boolean isNamed() {
        return this == BEGIN || this == INSTANT || this == STATE;
    }
}
