package traceglass.sdk;

/// Types of track events, by their number in the format. A double counter differs from a counter in this program only.
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

    /// Returns whether events of this type carry a category and a name.
    boolean isNamed() {
        return this == BEGIN || this == INSTANT || this == STATE;
    }
}
