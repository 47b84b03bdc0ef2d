#include "benchmarks/load/drive/process_cpu_time.hpp"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace plumbline::load {

std::optional<ProcessCpuTime> process_cpu_time(const std::string& process) {
    std::error_code problem;
    ProcessCpuTime sum;
    bool found = false;
    for (const auto& task :
         std::filesystem::directory_iterator("/proc/" + process + "/task", problem)) {
        std::int64_t computed = 0;
        std::int64_t waited = 0;
        std::ifstream file(task.path() / "schedstat");
        if (!(file >> computed >> waited)) continue;  // the thread has ended
        sum.used += Duration(computed);
        sum.waited += Duration(waited);
        found = true;
    }
    return found ? std::optional(sum) : std::nullopt;
}

}  // namespace plumbline::load
