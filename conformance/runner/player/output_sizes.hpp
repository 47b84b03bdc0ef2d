#pragma once
// The memory that the outputs of a scenario take.

#include <cstddef>
#include <map>
#include <string>

namespace plumbline::runner {

/// Counts the outputs of a workflow's steps in the total of its scenario, until the workflow ends.
class OutputSizes {
  public:
    static constexpr std::size_t kMaxTotal = std::size_t{64} * 1024U * 1024U;

    /// `total` must outlive it.
    explicit OutputSizes(std::size_t& total) : total_(total) {}
    ~OutputSizes() {
        for (const auto& [step, size] : sizes_) total_ -= size;
    }
    OutputSizes(const OutputSizes&) = delete;
    OutputSizes& operator=(const OutputSizes&) = delete;

    /// Counts the outputs of a step in place of its former ones; returns false, and counts nothing,
    /// if the total would be above kMaxTotal.
    [[nodiscard]] bool set(const std::string& step, std::size_t size) {
        std::size_t& known = sizes_[step];
        if (total_ - known + size > kMaxTotal) return false;
        total_ = total_ - known + size;
        known = size;
        return true;
    }

  private:
    std::size_t& total_;
    std::map<std::string, std::size_t> sizes_;
};

}  // namespace plumbline::runner
