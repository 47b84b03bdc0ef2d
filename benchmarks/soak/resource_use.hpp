#pragma once
// What a process uses, and whether that stays the same.

#include <cstddef>
#include <optional>
#include <vector>

namespace plumbline::soak {

/// What a process uses at one time.
struct ResourceUse {
    double resident_mb = 0;  ///< memory, in 10^6 bytes
    double descriptors = 0;

    bool operator==(const ResourceUse&) const = default;
};

/// The median use of the first and of the second half of a time.
struct ResourceTrend {
    ResourceUse first{};
    ResourceUse second{};
};

/// Returns the use of a process from /proc, nothing if it has ended.
[[nodiscard]] std::optional<ResourceUse> read_resource_use(int process_id);

/// Returns the time that all programs have computed since the machine started, in seconds of one
/// core; 0 if the system does not report it. Interrupts do not count.
[[nodiscard]] double read_machine_cpu();

/// Compares the halves of samples that were taken at equal intervals. A median ignores short
/// peaks, and a steady growth differs by half of its total. Zeros for fewer than two samples.
[[nodiscard]] ResourceTrend compare_halves(const std::vector<ResourceUse>& samples);

}  // namespace plumbline::soak
