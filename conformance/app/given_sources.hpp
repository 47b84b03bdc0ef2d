#pragma once
// The files that `--source NAME=FILE` gives for the source descriptions of suites.

#include "conformance/workflow/read_suites.hpp"
#include "spec/base/result.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace plumbline::app {

/// Files by the names of source descriptions. They are read instead of the `url`.
class GivenSources {
  public:
    /// Reads the values of the option; a later one replaces an earlier. Errors: kUsage.
    [[nodiscard]] static Result<GivenSources> parse(const std::vector<std::string>& options);

    /// Returns loaders that read the given files, and all other sources with `loaders`.
    [[nodiscard]] workflow::Loaders applied_to(const workflow::Loaders& loaders) const;
    /// Checks, when all documents are read, that each name is that of a source description in one
    /// of `documents` or in one that they name. Errors: kUsage, with the nearest name.
    [[nodiscard]] Result<void> check_names(
        const std::vector<workflow::SharedDocument>& documents) const;

  private:
    std::map<std::string, std::string> files_;
    /// The names of the sources that were opened.
    std::shared_ptr<std::set<std::string>> opened_ = std::make_shared<std::set<std::string>>();
};

}  // namespace plumbline::app
