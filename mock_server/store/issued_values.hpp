#pragma once
// The values that operations have issued, e.g. the URLs of uploads.

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace plumbline::mock {

/// Remembers values by operation and tenant. Not thread-safe; a workspace guards it.
class IssuedValues {
  public:
    /// Adds a value that an operation has issued to a tenant (if empty, to all tenants).
    void add(std::string_view operation_id, std::string_view tenant, std::string_view value) {
        values_.emplace(operation_id, tenant, value);
    }
    [[nodiscard]] bool contains(std::string_view operation_id,
                                std::string_view tenant,
                                std::string_view value) const {
        const std::string operation(operation_id);
        return values_.contains({operation, std::string(tenant), std::string(value)}) ||
               values_.contains({operation, "", std::string(value)});
    }
    [[nodiscard]] std::size_t size() const { return values_.size(); }

  private:
    std::set<std::tuple<std::string, std::string, std::string>> values_;
};

}  // namespace plumbline::mock
