-- Interrupts: the work of CPUs for them, and what the numbers stand for.

CREATE PERFETTO VIEW linux_hard_irqs AS
SELECT s.ts, s.dur, s.name, s.id, s.parent_id
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
WHERE t.type = 'cpu_irq';

CREATE PERFETTO VIEW linux_soft_irqs AS
SELECT s.ts, s.dur, s.name, s.id
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
WHERE t.type = 'cpu_softirq';

CREATE PERFETTO VIEW linux_irqs AS
SELECT ts, dur, name, id, parent_id, false AS is_soft_irq FROM linux_hard_irqs
UNION ALL
SELECT ts, dur, name, id, NULL, true FROM linux_soft_irqs
ORDER BY is_soft_irq, id;

CREATE PERFETTO VIEW linux_interrupt_mapping AS
SELECT id, irq_id, name, machine_id FROM _linux_interrupt_mapping;
