#include "benchmarks/soak/resource_use.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <system_error>
#include <unistd.h>

namespace plumbline::soak {
namespace {

double median(std::span<const ResourceUse> samples, double ResourceUse::*figure) {
    std::vector<double> values;
    for (const ResourceUse& sample : samples) values.push_back(sample.*figure);
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

ResourceUse median_use(std::span<const ResourceUse> samples) {
    return {median(samples, &ResourceUse::resident_mb), median(samples, &ResourceUse::descriptors)};
}

}  // namespace

std::optional<ResourceUse> read_resource_use(int process_id) {
    constexpr double kMegabyte = 1e6;
    const std::string folder = "/proc/" + std::to_string(process_id);
    double size_pages = 0;
    double resident_pages = 0;
    if (!(std::ifstream(folder + "/statm") >> size_pages >> resident_pages)) return std::nullopt;
    std::error_code problem;
    const std::filesystem::directory_iterator descriptors(folder + "/fd", problem);
    if (problem) return std::nullopt;
    const auto page_bytes = static_cast<double>(::sysconf(_SC_PAGESIZE));
    return ResourceUse{resident_pages * page_bytes / kMegabyte,
                       static_cast<double>(std::distance(begin(descriptors), end(descriptors)))};
}

double read_machine_cpu() {
    std::ifstream file("/proc/stat");
    std::string name;
    std::array<double, 8> times{};  // user, nice, system, idle, iowait, irq, softirq, steal
    file >> name;
    for (double& time : times) file >> time;
    return (times[0] + times[1] + times[2] + times[7]) /
           static_cast<double>(::sysconf(_SC_CLK_TCK));
}

ResourceTrend compare_halves(const std::vector<ResourceUse>& samples) {
    if (samples.size() < 2) return {};
    const std::span all(samples);
    const std::size_t half = samples.size() / 2;
    return {median_use(all.first(half)), median_use(all.last(half))};
}

}  // namespace plumbline::soak
